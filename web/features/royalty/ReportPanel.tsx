import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconSettings } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import type { AccountKey } from '#contract/rules/keys.ts';
import { transmissionCategories } from '#contract/rules/royalty-rules.ts';
import type { RoyaltySettingsReply, RoyaltyStats } from '#contract/api/royalty.ts';
import { useMay } from '#web/features/session/queries.ts';
import { useAction } from '#web/lib/action.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { count, day } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { missingOf } from './complete.ts';
import { saveReport, type RoyaltyQuery } from './queries.ts';
import { dueDate } from './royalty-period.ts';

const SettingsDialog = lazy(() =>
  loadChunk(() => import('./SettingsDialog.tsx')).then((part) => ({ default: part.SettingsDialog })),
);

type ReportPanelProps = {
  accountKey: AccountKey;
  settings: RoyaltySettingsReply;
  stats: RoyaltyStats;
  selection: RoyaltyQuery;
};

/** The service details of the report, its missing data and the files. */
export const ReportPanel = ({ accountKey, settings, stats, selection }: ReportPanelProps) => {
  const mayChange = useMay('account.update', { accountKey });
  const [isSetting, setSetting] = useState(false);
  const file = useAction({
    failure: 'default',
    mutationFn: (format: 'txt' | 'csv') => saveReport(accountKey, selection, format),
  });
  const due = dueDate(selection);
  return (
    <Surface
      mt="md"
      title="Report of use"
      description={`${day(stats.from_date)} – ${day(stats.to_date)}, time zone: ${stats.timezone}${due === undefined ? '' : ` · due by ${day(due)}`}`}
      actions={
        <Group gap="xs" className="no-print">
          {mayChange && (
            <Button
              variant="default"
              leftSection={<IconSettings size={16} aria-hidden />}
              onClick={() => setSetting(true)}
            >
              Settings
            </Button>
          )}
          <Button
            variant="default"
            loading={file.isPending && file.variables === 'csv'}
            onClick={() => file.mutate('csv')}
          >
            CSV
          </Button>
          <Button
            leftSection={<IconDownload size={16} aria-hidden />}
            loading={file.isPending && file.variables === 'txt'}
            onClick={() => file.mutate('txt')}
          >
            Download report
          </Button>
        </Group>
      }
    >
      <Text size="sm">
        {servicesOf(settings, selection)} Category {settings.category}: {transmissionCategories[settings.category]}.{' '}
        {settings.territory === 'US'
          ? 'Counts listeners in the United States and those with an unknown country.'
          : 'Counts listeners in all countries.'}
      </Text>
      <MissingData stats={stats} />
      <Suspense>
        {isSetting && <SettingsDialog accountKey={accountKey} settings={settings} onClose={() => setSetting(false)} />}
      </Suspense>
    </Surface>
  );
};

const servicesOf = (settings: RoyaltySettingsReply, { stationKeys }: RoyaltyQuery): string => {
  if (!settings.per_station) return `All stations reported as “${settings.service_name || settings.names.account}”.`;
  const own = settings.stations.filter(
    ({ key }) => stationKeys === undefined || stationKeys.some((one) => one === key),
  );
  const names = own.map(({ key, service_name }) => `“${service_name || settings.names.stations[key] || ''}”`);
  if (names.length === 1) return `Service: ${names[0]}.`;
  return `${count(names.length, 'service')}: ${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}.`;
};

const MissingData = ({ stats: { recordings, totals, coverage } }: { stats: RoyaltyStats }) => {
  const incomplete = recordings.filter((one) => one.performances > 0 && missingOf(one).length > 0);
  if (incomplete.length === 0) return null;
  return (
    <Alert
      mt="md"
      color="yellow"
      icon={<IconAlertTriangle size={20} />}
      title={`${count(incomplete.length, 'recording is', 'recordings are')} missing identifiers`}
    >
      SoundExchange identifies a recording by its ISRC, or by album and label. Of{' '}
      {count(totals.performances, 'performance')} {count(totals.performances - coverage.identified, 'has', 'have')}{' '}
      neither. They are included in the report anyway; complete them below, most performed first.
    </Alert>
  );
};
