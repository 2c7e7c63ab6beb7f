import { Box, Group, Text, Title, type BoxProps } from '@mantine/core';
import { useId, useRef, type ReactNode } from 'react';
import { SurfaceSlot } from './surface-slot.ts';
import classes from './Surface.module.css';

type SurfaceProps = BoxProps & {
  id?: string;
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** Without padding, for tables and charts. */
  flush?: boolean;
  /** Without content, only the title line is shown. */
  children?: ReactNode;
};

/** A card with a heading, actions and content. */
export const Surface = ({ id: anchor, title, description, actions, flush = false, children, ...box }: SurfaceProps) => {
  const id = useId();
  const slot = useRef<HTMLSpanElement>(null);
  return (
    <Box
      component="section"
      {...(anchor !== undefined && { id: anchor })}
      className={classes.root}
      {...(title !== undefined && { 'aria-labelledby': id })}
      {...box}
    >
      {title !== undefined && (
        <Group
          justify="space-between"
          gap="sm"
          className={classes.head}
          data-flush={flush || undefined}
          data-alone={children === undefined || undefined}
        >
          <div className={classes.words}>
            <Title order={2} size="h5" id={id}>
              {title}
            </Title>
            {description !== undefined && (
              <Text size="sm" c="dimmed" mt={2} component="div">
                {description}
              </Text>
            )}
          </div>
          <div className={classes.actions}>
            {actions}
            <span ref={slot} className={classes.slot} />
          </div>
        </Group>
      )}
      {children !== undefined && (
        <div className={flush ? classes.flush : classes.body}>
          <SurfaceSlot value={title === undefined ? undefined : slot}>{children}</SurfaceSlot>
        </div>
      )}
    </Box>
  );
};
