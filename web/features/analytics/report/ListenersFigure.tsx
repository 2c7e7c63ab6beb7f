import { Button } from '@mantine/core';
import { IconFlag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Annotation } from '#contract/api/annotations.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { annotationsQuery, type AnnotationPlace } from './annotation-queries.ts';
import type { StatsReply } from '#contract/api/analytics.ts';
import { metrics, type MetricId } from '#contract/texts/metrics.ts';
import { ChartFigure } from '#web/ui/chart/ChartFigure.tsx';
import { formatDays, fileNameOf, hasStarted } from '#web/parts/report-days.ts';
import { bucketLabels, bucketsOf } from './buckets.ts';

/** Peak and average listeners over the period next to the previous peaks; days with an annotation, or on which a definition changed, are marked. `place` is whose annotations they are. */
export const ListenersFigure = ({ stats, place }: { stats: StatsReply; place: AnnotationPlace | null }) => {
  const days = { from_date: stats.from_date, to_date: stats.to_date };
  const { data: annotations = [] } = useQuery({
    ...annotationsQuery(place ?? nowhere, days),
    enabled: place !== null,
  });
  const [isOpen, setIsOpen] = useState(false);
  const now = Date.now();
  const slots = bucketsOf(stats);
  const isCompared = (stats.previous?.stats.connections ?? 0) > 0;
  const points = slots.map((slot, i) => ({
    at: slot.from,
    peak: hasStarted(slot, now) ? slot.stats.peak : null,
    average: hasStarted(slot, now) ? slot.stats.average : null,
    before: stats.previous?.slots[i]?.stats.peak ?? null,
  }));
  return (
    <>
      <ChartFigure
        title="Listeners"
        description={`${formatDays(stats.from_date, stats.to_date)}, time zone: ${stats.timezone}`}
        unit="listeners"
        series={[
          { name: 'peak', label: metrics.peak.label },
          { name: 'average', label: metrics.average.label },
          ...(isCompared ? [{ name: 'before', label: 'Peak of the previous period', dashed: true }] : []),
        ]}
        points={points}
        marks={[...marksOf(stats), ...annotationMarks(stats, annotations)]}
        nameOf={bucketLabels(stats)}
        fileName={fileNameOf('listeners', stats)}
        height={320}
        actions={
          place && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              leftSection={<IconFlag size={16} aria-hidden />}
              onClick={() => setIsOpen(true)}
            >
              Annotations
            </Button>
          )
        }
      />
      <Suspense>
        {isOpen && place && (
          <AnnotationsDialog
            place={place}
            annotations={annotations}
            lastDay={slots.findLast((slot) => hasStarted(slot, now))?.from.slice(0, 10) ?? stats.to_date}
            onClose={() => setIsOpen(false)}
          />
        )}
      </Suspense>
    </>
  );
};

/** Never requested. */
const nowhere = { accountKey: '' as AccountKey };

const AnnotationsDialog = lazy(() =>
  loadChunk(() => import('./AnnotationsDialog.tsx')).then((part) => ({ default: part.AnnotationsDialog })),
);

/** Marks each annotation at the first bucket of its day; one of a single station of an account names it. */
const annotationMarks = (stats: StatsReply, annotations: readonly Annotation[]) =>
  annotations.flatMap(({ date, text, station }) => {
    const bucket = bucketsOf(stats).find(({ from }) => from.startsWith(date));
    const isOne = station !== null && stats.station_stats.length > 1;
    return bucket ? [{ at: bucket.from, label: isOne ? `${station.name}: ${text}` : text }] : [];
  });

/** Marks each change of a definition at the first bucket of its day. */
const marksOf = (stats: StatsReply) =>
  stats.changes.flatMap(({ date, metric, text }) => {
    const bucket = bucketsOf(stats).find(({ from }) => from.startsWith(date));
    const label = metric in metrics ? metrics[metric as MetricId].label : metric;
    return bucket ? [{ at: bucket.from, label: `${label}: ${text}` }] : [];
  });
