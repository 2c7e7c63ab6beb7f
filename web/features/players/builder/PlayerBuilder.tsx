import { useWatch } from 'react-hook-form';
import type { AccountKey } from '#contract/rules/keys.ts';
import type { NewPlayer, Player, PlayerStation } from '#contract/api/player.ts';
import type * as z from 'zod/mini';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { BehaviourFields } from './BehaviourFields.tsx';
import { CodeTabs } from './CodeTabs.tsx';
import { LookFields } from './LookFields.tsx';
import { PlayerPreviewFrame } from './PlayerPreviewFrame.tsx';
import { PlayerForm, previewOf, type PlayerValues } from './player-values.ts';
import { WebsiteFields } from './WebsiteFields.tsx';
import { WhatFields } from './WhatFields.tsx';
import classes from './Builder.module.css';

type PlayerBuilderProps = {
  values: PlayerValues;
  /** The saved player, whose code can be copied; undefined while it is created. */
  player: Player | undefined;
  /** What can be chosen; undefined for a station's own player. */
  choice: { accountKey: AccountKey; stations: readonly PlayerStation[] } | undefined;
  readOnly: boolean;
  /** Returns the values as saved. */
  save: (values: z.output<typeof PlayerForm>) => Promise<PlayerValues>;
};

/** The form of a player beside its preview and code. */
export const PlayerBuilder = ({ values, player, choice, readOnly, save }: PlayerBuilderProps) => {
  const form = useContractForm(PlayerForm, values);
  const watched = useWatch({ control: form.control }) as NewPlayer;
  const known = [...(player?.stations ?? []), ...(choice?.stations ?? [])];
  const kind = player?.kind ?? watched.kind ?? 'stations';
  const stations = (watched.stations ?? []).flatMap((key) => known.find((one) => one.key === key) ?? []);
  return (
    <div className={classes.builder}>
      <div className={classes.form}>
        <ContractForm
          form={form}
          {...(!player && { submit: 'Create player' })}
          readOnly={readOnly}
          onSubmit={async (body) => form.reset(await save(body))}
        >
          <Surface title="What it plays">
            <WhatFields form={form} kind={kind} player={player} choice={choice} />
          </Surface>
          <Surface title="Look">
            <LookFields form={form} watched={watched} />
          </Surface>
          <Surface title="Behaviour">
            <BehaviourFields form={form} />
          </Surface>
          <Surface title="Where">
            <WebsiteFields form={form} />
          </Surface>
        </ContractForm>
      </div>
      <div className={classes.result}>
        <PlayerPreviewFrame preview={previewOf(watched, stations)} kind={kind} frame={player?.urls.embed} />
        {player && (
          <Surface title="Code" description="Paste it once; later changes of the player appear by themselves.">
            <CodeTabs player={player} />
          </Surface>
        )}
      </div>
    </div>
  );
};
