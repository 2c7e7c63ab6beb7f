import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { FormProvider } from 'react-hook-form';
import { ChangedStation, type Station } from '#contract/api/station.ts';
import { useMay } from '#web/features/session/queries.ts';
import { useUpdateStation } from '#web/parts/station-settings-queries.ts';
import { stationQuery } from '#web/parts/station-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { loadChunk } from '#web/lib/chunks.ts';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { SwitchField } from '#web/ui/form/SwitchField.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { RecipientFields, AlertKindFields, ThresholdFields } from './AlertFields.tsx';
import classes from './AlertsScreen.module.css';
import { alertsQuery, useTestAlert } from './queries.ts';

const LastAlerts = lazy(() =>
  loadChunk(() => import('./RecentAlerts.tsx')).then((part) => ({ default: part.RecentAlerts })),
);

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

/** `…/settings/alerts`, "Monitoring Alerts" (spec §2): recipients, alert kinds, thresholds and recent alerts. */
export const AlertsScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const mayChange = useMay('station.update', { accountKey, stationKey }) && !station.suspended;
  usePageTitle(`${station.name}: Monitoring Alerts`);
  return (
    <div className={classes.page} key={stationKey}>
      <AlertsForm station={station} readOnly={!mayChange} />
      {mayChange && <TestAlert station={station} />}
      <Suspense fallback={<ScreenSkeleton />}>
        <LastAlerts station={station} />
      </Suspense>
    </div>
  );
};

const valuesOf = ({ monitoring_settings }: Station): ChangedStation => ({ monitoring_settings });

const AlertsForm = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const update = useUpdateStation(station.key);
  const form = useContractForm(ChangedStation, valuesOf(station));
  return (
    <FormProvider {...form}>
      <ContractForm
        form={form}
        readOnly={readOnly}
        onSubmit={async (body) => {
          const saved = await update.mutateAsync(body);
          form.reset(valuesOf(saved));
          toastSuccess('Alert settings saved.');
        }}
      >
        <Surface
          title="Monitoring Alerts"
          description="Get an e-mail when something goes wrong and again when it is resolved."
        >
          <Stack gap="lg">
            <SwitchField
              control={form.control}
              name="monitoring_settings.link"
              label="Monitor this station"
              description="The stream is monitored around the clock"
            />
            <RecipientFields readOnly={readOnly} />
            <AlertKindFields />
            <ThresholdFields />
          </Stack>
        </Surface>
      </ContractForm>
    </FormProvider>
  );
};

const TestAlert = ({ station }: { station: Station }) => {
  const test = useTestAlert(station.key);
  const { emails } = station.monitoring_settings;
  const { data } = useQuery({ ...alertsQuery(station.key), throwOnError: false });
  const waiting = data?.waiting ?? [];
  return (
    <Surface title="Test">
      <Group justify="space-between" gap="md">
        <Text size="sm" flex="1 1 260px">
          {emails.length === 0
            ? 'Save an e-mail address above to send it a test.'
            : 'Check that alerts reach the saved e-mail addresses.'}
        </Text>
        <Button variant="default" disabled={emails.length === 0} loading={test.isPending} onClick={() => test.mutate()}>
          Send test alert
        </Button>
      </Group>
      {waiting.length > 0 && (
        <Alert color="yellow" mt="md" icon={<IconMail size={20} />} title="Waiting for confirmation">
          {waiting.join(', ')}. These addresses get no alerts until they confirm with the link in our e-mail. A test
          alert sends the confirmation again, at most once a day.
        </Alert>
      )}
    </Surface>
  );
};
