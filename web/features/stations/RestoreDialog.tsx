import { Alert, Anchor, Button, Group, Modal, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { stationErrors } from '#contract/texts/errors/stations.ts';
import type { Restorable, Station } from '#contract/api/stations.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { asApiError } from '#web/lib/api-error.ts';
import { errorOf } from '#web/lib/error-of.ts';
import { moment } from '#web/lib/format.ts';
import { restorableQuery, useRestoreStation } from '#web/parts/station-queries.ts';

type RestoreDialogProps = { station: Station; onClose: () => void };

/** Restores a deleted station. Shows until when that is possible, or why it is not (spec §8). */
export const RestoreDialog = ({ station, onClose }: RestoreDialogProps) => {
  const { account_key: accountKey, key: stationKey, name } = station;
  const { data, error } = useQuery({ ...restorableQuery(accountKey, stationKey), throwOnError: false });
  const restore = useRestoreStation(accountKey, stationKey);
  const navigate = useNavigate();
  const refusal = restore.error ?? error;
  const confirmRestore = (): void =>
    restore.mutate(undefined, {
      onSuccess: async () => {
        toastSuccess(`${name} restored.`);
        await navigate({ to: '/accounts/$accountKey/stations/$stationKey', params: { accountKey, stationKey } });
      },
    });
  return (
    <Modal opened onClose={onClose} title={`Restore ${name}?`}>
      {!data && !error && <Skeleton h={48} role="status" aria-label="Loading" />}
      {data?.restorable && (
        <Text>Restores the station with its music, settings and team. Available until {moment(data.until)}.</Text>
      )}
      {data && data.reason !== null && !restore.error && <Refused reason={data.reason} station={station} />}
      {refusal && (
        <Alert color="red" mt="md" title={asApiError(refusal).title} role="alert">
          {asApiError(refusal).text}
        </Alert>
      )}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button onClick={confirmRestore} loading={restore.isPending} disabled={!data?.restorable}>
          Restore
        </Button>
      </Group>
    </Modal>
  );
};

/** Refusals that a larger plan resolves. */
const planLimitReasons = new Set([
  'restore.stationLimit',
  'restore.podcastLimit',
  'restore.trackLimit',
  'restore.bitrateLimit',
]);

const Refused = ({ reason, station }: { reason: NonNullable<Restorable['reason']>; station: Station }) => (
  <Alert color="yellow" title={errorOf(stationErrors, reason).title}>
    {errorOf(stationErrors, reason).message}{' '}
    {planLimitReasons.has(reason) && (
      <Anchor
        inherit
        underline="always"
        renderRoot={(props) => (
          <Link to="/accounts/$accountKey/upgrade" params={{ accountKey: station.account_key }} {...props} />
        )}
      >
        See plans
      </Anchor>
    )}
  </Alert>
);
