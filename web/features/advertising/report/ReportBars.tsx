import { Text } from '@mantine/core';
import { adReasons, type CampaignReport } from '#contract/campaign-report.ts';
import { whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Report.module.css';

type Bar = { name: string; value: number };

const Bars = ({ bars, label }: { bars: readonly Bar[]; label: string }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ name, value }) => (
        <li key={name}>
          <span className={classes.bar} style={{ inlineSize: `${String((value / most) * 100)}%` }} aria-hidden />
          <span className={classes.name}>{name}</span>
          <span className="numbers">{whole(value)}</span>
        </li>
      ))}
    </ul>
  );
};

/** How far the spots were heard. */
export const QuartileBars = ({ quartiles }: { quartiles: CampaignReport['quartiles'] }) => (
  <Surface title="How far it was heard">
    <Bars
      label="How far it was heard"
      bars={[
        { name: 'Started', value: quartiles.started },
        { name: 'A quarter', value: quartiles.firstQuartile },
        { name: 'Half', value: quartiles.midpoint },
        { name: 'Three quarters', value: quartiles.thirdQuartile },
        { name: 'To the end', value: quartiles.complete },
      ]}
    />
  </Surface>
);

/** Why the campaign was not heard more often: each chance that was not taken has one reason. */
export const ReasonBars = ({ reasons }: { reasons: CampaignReport['stats']['reasons'] }) => (
  <Surface title="Why not more" description="Each chance to play it that was not taken has one reason.">
    {reasons.length === 0 ? (
      <Text size="sm" c="dimmed">
        Every chance was taken.
      </Text>
    ) : (
      <Bars
        label="Why not more"
        bars={reasons
          .toSorted((one, other) => other.count - one.count)
          .map(({ reason, count }) => ({ name: adReasons[reason], value: count }))}
      />
    )}
  </Surface>
);
