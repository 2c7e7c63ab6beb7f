import { NativeSelect } from '@mantine/core';
import { playerQualities, playerStarts } from '#contract/api/player.ts';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import type { BuilderForm } from './form.ts';
import classes from './Builder.module.css';

/** What a player does. */
export const BehaviourFields = ({ form }: { form: BuilderForm }) => (
  <div className={classes.fields}>
    <NativeSelect
      {...form.register('start')}
      label="Start"
      data={playerStarts.map((value) => ({ value, label: startLabels[value] }))}
    />
    <SwitchField
      control={form.control}
      name="continue"
      label="Play on across pages"
      description="When visitors go to another page of the website; with the script code"
    />
    <NativeSelect
      {...form.register('quality')}
      label="Quality"
      data={playerQualities.map((value) => ({ value, label: qualityLabels[value] }))}
    />
  </div>
);

const startLabels = {
  click: 'When the visitor presses play',
  attempt: 'By itself, where the browser allows it',
} as const;
const qualityLabels = {
  auto: 'As the connection allows',
  high: 'Always high',
  low: 'Always low, if the station has a lower bit rate',
} as const;
