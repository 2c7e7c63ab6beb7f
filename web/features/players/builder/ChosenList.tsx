import { ActionIcon, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { Artwork } from '#web/ui/Artwork.tsx';
import classes from './Builder.module.css';

type ChosenListProps<K extends string> = {
  label: string;
  chosen: readonly K[];
  /** What is shown of each; `logo` undefined for what has none. */
  nameOf: (key: K) => { name: string; logo?: string | null };
  onChange: (chosen: K[]) => void;
};

/** What a player plays, in an order that can be changed by buttons. */
export const ChosenList = <K extends string>({ label, chosen, nameOf, onChange }: ChosenListProps<K>) => {
  const move = (from: number, to: number): void => {
    const next = chosen.toSpliced(from, 1);
    onChange(next.toSpliced(to, 0, chosen[from]!));
  };
  return (
    <ol className={classes.stations} aria-label={label}>
      {chosen.map((key, i) => {
        const { name, logo } = nameOf(key);
        return (
          <Group component="li" key={key} gap="xs" wrap="nowrap" className={classes.station}>
            {logo !== undefined && <Artwork src={logo ?? undefined} name={name} size={28} />}
            <Text size="sm" className={classes.stationName}>
              <bdi>{name}</bdi>
            </Text>
            <ActionIcon aria-label={`Move ${name} up`} disabled={i === 0} onClick={() => move(i, i - 1)}>
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move ${name} down`}
              disabled={i === chosen.length - 1}
              onClick={() => move(i, i + 1)}
            >
              <IconArrowDown size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon aria-label={`Remove ${name}`} onClick={() => onChange(chosen.filter((one) => one !== key))}>
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </Group>
        );
      })}
    </ol>
  );
};
