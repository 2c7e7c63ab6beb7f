import { Button } from '@mantine/core';
import { IconMicrophone2, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Presenter, PresenterPassword } from '#contract/api/presenters.ts';
import { useMay } from '#web/features/session/queries.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { stationQuery, useStationLive } from '#web/parts/station-queries.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { usePageTitle } from '#web/ui/PageHeader.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { PresenterRow, type PresenterAction } from './PresenterRow.tsx';
import classes from './Presenters.module.css';
import { presentersQuery, useNewPassword, useRemovePresenter } from './queries.ts';

const PresenterDialog = lazy(() =>
  loadChunk(() => import('./PresenterDialog.tsx')).then((part) => ({ default: part.PresenterDialog })),
);
const PasswordDialog = lazy(() =>
  loadChunk(() => import('./PasswordDialog.tsx')).then((part) => ({ default: part.PasswordDialog })),
);
const RecordingsDialog = lazy(() =>
  loadChunk(() => import('./RecordingsDialog.tsx')).then((part) => ({ default: part.RecordingsDialog })),
);

const route = getRouteApi('/shell/accounts/$accountKey/stations/$stationKey');

type Opened = { action: PresenterAction; presenter: Presenter };

/** `…/stations/{stationKey}/presenters`: who may broadcast on a station, when, and what was recorded of them. */
export const PresentersScreen = () => {
  const { accountKey, stationKey } = route.useParams();
  const { data: station } = useSuspenseQuery(stationQuery(stationKey));
  const { data } = useSuspenseQuery(presentersQuery(stationKey));
  const live = useStationLive(stationKey);
  const mayManage = useMay('station.managePresenters', { accountKey, stationKey }) && !station.suspended;
  const [isAdding, setAdding] = useState(false);
  const [opened, setOpened] = useState<Opened>();
  const [issued, setIssued] = useState<PresenterPassword>();
  usePageTitle(`${station.name}: Presenters`);
  const close = (): void => setOpened(undefined);
  const add = mayManage && (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setAdding(true)}>
      Add presenter
    </Button>
  );
  return (
    <>
      <Surface
        title="Presenters"
        description="People who go live with their own password, at their own hours."
        actions={data.presenters.length > 0 && add}
      >
        {data.presenters.length === 0 ? (
          <EmptyState icon={<IconMicrophone2 size={30} />} title="No presenters yet" action={add}>
            Give each person a password and hours of the week instead of the station’s own password. Listeners see their
            name and picture while they are on the air.
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {data.presenters.map((presenter) => (
              <PresenterRow
                key={presenter.id}
                station={station}
                presenter={presenter}
                live={live}
                mayManage={mayManage}
                onOpen={(action) => setOpened({ action, presenter })}
              />
            ))}
          </ul>
        )}
      </Surface>
      <Suspense>
        {(isAdding || opened?.action === 'edit') && (
          <PresenterDialog
            accountKey={accountKey}
            stationKey={stationKey}
            timezone={data.timezone}
            presenter={opened?.presenter}
            onIssued={setIssued}
            onClose={() => {
              setAdding(false);
              close();
            }}
          />
        )}
        {issued && <PasswordDialog station={station.name} issued={issued} onClose={() => setIssued(undefined)} />}
        {opened?.action === 'recordings' && (
          <RecordingsDialog
            stationKey={stationKey}
            presenter={opened.presenter}
            mayDelete={mayManage}
            onClose={close}
          />
        )}
      </Suspense>
      <NewPasswordDialog
        stationKey={stationKey}
        presenter={opened?.action === 'password' ? opened.presenter : undefined}
        onIssued={setIssued}
        onClose={close}
      />
      <RemoveDialog
        stationKey={stationKey}
        presenter={opened?.action === 'remove' ? opened.presenter : undefined}
        onClose={close}
      />
    </>
  );
};

type ConfirmProps = { stationKey: StationKey; presenter: Presenter | undefined; onClose: () => void };

const NewPasswordDialog = ({
  stationKey,
  presenter,
  onIssued,
  onClose,
}: ConfirmProps & { onIssued: (issued: PresenterPassword) => void }) => {
  const renew = useNewPassword(stationKey);
  return (
    <ConfirmDialog
      opened={presenter !== undefined}
      title={`New password for ${presenter?.name ?? ''}?`}
      confirm="Create password"
      danger
      busy={renew.isPending}
      onClose={onClose}
      onConfirm={() =>
        presenter &&
        renew.mutate(presenter.id, {
          onSuccess: (issued) => {
            onClose();
            onIssued(issued);
          },
        })
      }
    >
      The current password stops working at once, and an encoder that uses it is disconnected.
    </ConfirmDialog>
  );
};

const RemoveDialog = ({ stationKey, presenter, onClose }: ConfirmProps) => {
  const remove = useRemovePresenter(stationKey);
  return (
    <ConfirmDialog
      opened={presenter !== undefined}
      title={`Delete ${presenter?.name ?? ''}?`}
      confirm="Delete"
      danger
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() =>
        presenter &&
        remove.mutate(presenter.id, {
          onSuccess: () => {
            toastSuccess(`${presenter.name} deleted.`);
            onClose();
          },
        })
      }
    >
      Their encoder is disconnected and can’t connect again. Download their recordings first if you need them.
    </ConfirmDialog>
  );
};
