import { ActionIcon, Group, Input, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react';
import { useController } from 'react-hook-form';
import type { StationKey } from '#contract/keys.ts';
import { limits } from '#contract/limits.ts';
import type { PlayerStation } from '#contract/player.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import type { BuilderForm } from './form.ts';
import classes from './Builder.module.css';

type StationsFieldProps = { form: BuilderForm; stations: readonly PlayerStation[] };

/** The stations of a player in their order; visitors hear the first one unless they choose another. */
export const StationsField = ({ form, stations }: StationsFieldProps) => {
  const { field, fieldState } = useController({ control: form.control, name: 'stations' });
  const chosen = field.value;
  const others = stations.filter(({ key }) => !chosen.includes(key));
  const move = (from: number, to: number): void => {
    const next = chosen.toSpliced(from, 1);
    field.onChange(next.toSpliced(to, 0, chosen[from]!));
  };
  return (
    <Input.Wrapper
      label="Stations"
      description="Visitors hear the first one, and can choose another"
      error={fieldState.error?.message}
      mt="md"
    >
      <ol className={classes.stations} aria-label="Stations of the player">
        {chosen.map((key, i) => {
          const { name = 'Station', logo = null } = stations.find((one) => one.key === key) ?? {};
          return (
            <Group component="li" key={key} gap="xs" wrap="nowrap" className={classes.station}>
              <Artwork src={logo ?? undefined} name={name} size={28} />
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
              <ActionIcon
                aria-label={`Remove ${name}`}
                onClick={() => field.onChange(chosen.filter((one) => one !== key))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            </Group>
          );
        })}
      </ol>
      {others.length > 0 && chosen.length < limits.playerStations && (
        <ChoiceInput
          aria-label="Add a station"
          placeholder="Add a station"
          searchable
          value={null}
          data={others.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(key) => key !== null && field.onChange([...chosen, key as StationKey])}
        />
      )}
    </Input.Wrapper>
  );
};
