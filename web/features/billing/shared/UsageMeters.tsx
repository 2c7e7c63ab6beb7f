import { Progress, SimpleGrid } from '@mantine/core';
import type { PlanFeaturesReply } from '#contract/api/billing.ts';
import { wording } from '#brand/wording.ts';
import { inGb } from './in-gb.ts';
import classes from './UsageMeters.module.css';

/** The usage of a plan's limits: stations, podcasts, most tracks in one station, highest bit rate and storage. */
export const UsageMeters = ({ features }: { features: PlanFeaturesReply }) => {
  const { usage } = features;
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
      <Meter label="Stations" used={usage.stations} allowed={features.allowedStationsCount} />
      <Meter label={wording.Podcasts} used={usage.podcasts} allowed={features.allowedPodcastsCount} />
      <Meter label="Most tracks in one station" used={usage.tracks} allowed={features.allowedTracksCount} />
      <Meter
        label="Highest bit rate"
        used={usage.bitRate / 1000}
        allowed={features.allowedBitRateLimit / 1000}
        unit=" kbit/s"
        isBound
      />
      <Meter label="Storage" used={inGb(usage.storage)} allowed={inGb(features.allowedStorageBytes)} unit=" GB" />
    </SimpleGrid>
  );
};

type MeterProps = { label: string; used: number; allowed: number | null; unit?: string; isBound?: boolean };

/** `isBound`: a maximum that may be reached without a warning. */
const Meter = ({ label, used, allowed, unit = '', isBound = false }: MeterProps) => {
  const share = allowed === null ? 0 : allowed === 0 ? (used > 0 ? 100 : 0) : Math.min(100, (used / allowed) * 100);
  const isOver = allowed !== null && used > allowed;
  const isFull = allowed !== null && used === allowed && used > 0 && !isBound;
  return (
    <div>
      <div className={classes.line}>
        <span>{label}</span>
        <span className="numbers" data-over={isOver || undefined}>
          <bdi>
            {used.toLocaleString('en')} of {allowed === null ? 'unlimited' : allowed.toLocaleString('en')}
            {unit}
          </bdi>
        </span>
      </div>
      <Progress
        value={share}
        size="sm"
        mt={6}
        color={isOver ? 'red' : isFull ? 'yellow' : 'brand'}
        aria-label={`${label}: ${used} of ${allowed ?? 'unlimited'}${unit}`}
      />
    </div>
  );
};
