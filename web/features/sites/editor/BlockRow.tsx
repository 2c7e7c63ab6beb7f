import { ActionIcon, Group, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import type { KeyboardEvent } from 'react';
import type { SiteBlock } from '#contract/api/site-blocks.ts';
import { blockLabels, nameOfBlock } from './block-labels.ts';
import { useBlockDrag } from './use-block-drag.ts';
import classes from './Editor.module.css';

type BlockRowProps = {
  block: SiteBlock;
  index: number;
  total: number;
  isSelected: boolean;
  isWrong: boolean;
  readOnly: boolean;
  onSelect: () => void;
  onMove: (from: number, to: number) => void;
  onRemove: () => void;
};

/** A block of the list: its handle (drag or arrow keys), its name, and buttons that move and remove it. */
export const BlockRow = ({ block, index, total, isSelected, isWrong, readOnly, ...on }: BlockRowProps) => {
  const { icon: Icon } = blockLabels[block.type];
  const label = nameOfBlock(block);
  const canMove = !readOnly && total > 1;
  const { rowRef, handleRef, edge, isDragged } = useBlockDrag({ index, canMove, onMove: on.onMove });
  const move = (to: number): void => {
    if (to !== index && to >= 0 && to < total) on.onMove(index, to);
  };
  const moveByKey = (event: KeyboardEvent): void => {
    const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: total - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    move(to);
  };
  return (
    <Group
      component="li"
      ref={rowRef}
      gap={4}
      wrap="nowrap"
      className={classes.block}
      data-selected={isSelected || undefined}
      data-wrong={isWrong || undefined}
      data-edge={edge ?? undefined}
      data-dragged={isDragged || undefined}
    >
      {canMove && (
        <ActionIcon
          ref={handleRef}
          className={classes.handle}
          onKeyDown={moveByKey}
          aria-label={`${label}, position ${index + 1} of ${total}. Use the arrow keys to move.`}
        >
          <IconGripVertical size={16} aria-hidden />
        </ActionIcon>
      )}
      <UnstyledButton className={classes.blockName} aria-pressed={isSelected} onClick={on.onSelect}>
        <Icon size={18} aria-hidden />
        <span>
          <bdi>{label}</bdi>
          {isWrong && <span className={classes.problem}> needs your attention</span>}
        </span>
      </UnstyledButton>
      {!readOnly && (
        <>
          <ActionIcon aria-label={`Move ${label} up`} disabled={index === 0} onClick={() => move(index - 1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Move ${label} down`} disabled={index === total - 1} onClick={() => move(index + 1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`Remove ${label}`} onClick={on.onRemove}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Group>
  );
};
