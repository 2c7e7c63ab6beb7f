import { Text } from '@mantine/core';
import { adReasonIds, adReasons } from '#contract/rules/ad-reasons.ts';
import { type CampaignReport } from '#contract/api/campaign-report.ts';
import { capital, count, whole } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import classes from './Report.module.css';

type Bar = { name: string; value: number; note?: string };

const Bars = ({ bars, label }: { bars: readonly Bar[]; label: string }) => {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <ul className={classes.bars} aria-label={label}>
      {bars.map(({ name, value, note = whole(value) }) => (
        <li key={name}>
          <span className={classes.bar} style={{ inlineSize: `${String((value / most) * 100)}%` }} aria-hidden />
          <bdi className={classes.name}>{name}</bdi>
          <span className="numbers">{note}</span>
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

type FunnelProps = { reasons: CampaignReport['stats']['reasons']; heard: number };

/** Why the campaign was not heard more often: from all chances to those taken, each reason takes some away. */
export const ReasonFunnel = ({ reasons, heard }: FunnelProps) => {
  const counts = new Map(reasons.map(({ reason, count: n }) => [reason, n]));
  const lost = adReasonIds.filter((reason) => (counts.get(reason) ?? 0) > 0);
  const chances = heard + lost.reduce((sum, reason) => sum + counts.get(reason)!, 0);
  const bars: Bar[] = [{ name: 'Chances to play it', value: chances }];
  for (const reason of lost) {
    const value = bars.at(-1)!.value - counts.get(reason)!;
    bars.push({ name: adReasons[reason], value, note: `−${whole(counts.get(reason)!)}` });
  }
  return (
    <Surface title="Why not more" description="Each chance to play it that was not taken has one reason.">
      {lost.length === 0 ? (
        <Text size="sm" c="dimmed">
          {heard === 0 ? 'There was no chance to play it yet.' : 'Every chance was taken.'}
        </Text>
      ) : (
        <Bars label="Why not more" bars={[...bars, { name: 'Heard', value: heard }]} />
      )}
    </Surface>
  );
};

/** The audio of a campaign beside each other: how often it was heard, and to three quarters. */
export const AudioBars = ({ creatives }: { creatives: CampaignReport['stats']['creatives'] }) =>
  creatives.length < 2 ? null : (
    <Surface title="Audio" description="Impressions of each spot, and the share heard to three quarters">
      <Bars
        label="Audio"
        bars={creatives.map(({ name, id, impressions, thirdQuartile }) => ({
          name: name || id,
          value: impressions,
          note: `${whole(impressions)} · ${String(Math.round((thirdQuartile / Math.max(1, impressions)) * 100))}%`,
        }))}
      />
    </Surface>
  );

/** What it was heard with. */
export const DeviceBars = ({ devices }: { devices: CampaignReport['stats']['deviceImpressions'] }) =>
  devices.length === 0 ? null : (
    <Surface title="Devices" description="Of streams">
      <Bars
        label="Devices"
        bars={devices.map(({ device, impressions }) => ({ name: capital(device || 'unknown'), value: impressions }))}
      />
    </Surface>
  );

const mostTimes = 10;

/** How many sessions heard it, and how often each. */
export const FrequencyBars = ({ stats: { reach, frequency, reachSample } }: Pick<CampaignReport, 'stats'>) => {
  if (reach === 0) return null;
  const heard = frequency.reduce((sum, { times, sessions }) => sum + times * sessions, 0);
  return (
    <Surface
      title="Reach and frequency"
      description={[
        `${reachSample < 1 ? 'About ' : ''}${count(reach, 'session')} of streams`,
        `${(heard / reach).toFixed(1)} times each on average`,
        ...(reachSample < 1 ? ['estimated from a sample'] : []),
      ].join(', ')}
    >
      <Bars
        label="How often each session heard it"
        bars={frequency.map(({ times, sessions }) => ({
          name:
            times === 1 ? 'Once' : times >= mostTimes ? `${String(times)} times and more` : `${String(times)} times`,
          value: sessions,
        }))}
      />
    </Surface>
  );
};
