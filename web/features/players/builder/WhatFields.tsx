import { NativeSelect, TextInput } from '@mantine/core';
import { wording } from '#brand/wording.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { playerKinds, type Player, type PlayerKind, type PlayerStation } from '#contract/api/player.ts';
import { EpisodesField } from './EpisodesField.tsx';
import type { BuilderForm } from './form.ts';
import { PodcastFields } from './PodcastFields.tsx';
import { StationsField } from './StationsField.tsx';

type WhatFieldsProps = {
  form: BuilderForm;
  kind: PlayerKind;
  /** The saved player, which keeps its kind; undefined while it is created. */
  player: Player | undefined;
  /** What can be chosen; undefined for a station's own player, which plays its station. */
  choice: { accountKey: AccountKey; stations: readonly PlayerStation[] } | undefined;
};

const kindLabels: Record<PlayerKind, string> = {
  stations: 'Stations',
  podcast: `The newest episodes of a ${wording.podcast}`,
  playlist: 'Chosen episodes',
};

/** The name of a player, for those who manage it and for screen readers, and what it plays. */
export const WhatFields = ({ form, kind, player, choice }: WhatFieldsProps) => (
  <>
    <TextInput
      {...form.register('name')}
      label="Name"
      description="Screen readers read it on your website"
      error={form.formState.errors.name?.message}
    />
    {choice && !player && (
      <NativeSelect
        {...form.register('kind')}
        label="Plays"
        mt="md"
        data={playerKinds.map((value) => ({ value, label: kindLabels[value] }))}
      />
    )}
    {choice && kind === 'stations' && <StationsField form={form} stations={choice.stations} />}
    {choice && kind === 'podcast' && <PodcastFields form={form} accountKey={choice.accountKey} />}
    {choice && kind === 'playlist' && (
      <EpisodesField form={form} accountKey={choice.accountKey} saved={player?.episodes ?? []} />
    )}
  </>
);
