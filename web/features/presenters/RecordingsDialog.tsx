import { ActionIcon, Group, Modal, Text } from '@mantine/core';
import { IconDownload, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { Presenter, RecordedBroadcast } from '#contract/api/presenters.ts';
import { byteSize, day, longDuration, moment } from '#web/lib/format.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import classes from './Presenters.module.css';
import { recordingsQuery, useRecordingLink, useRemoveRecording } from './queries.ts';

type RecordingsDialogProps = { stationKey: StationKey; presenter: Presenter; mayDelete: boolean; onClose: () => void };

/** The recorded broadcasts of a presenter: listen, download, delete. */
export const RecordingsDialog = ({ stationKey, presenter, mayDelete, onClose }: RecordingsDialogProps) => {
  const { data, error } = useQuery(recordingsQuery(stationKey, presenter.id));
  const link = useRecordingLink(stationKey, presenter.id);
  const remove = useRemoveRecording(stationKey, presenter.id);
  const [playing, setPlaying] = useState<string>();
  const [removing, setRemoving] = useState<RecordedBroadcast>();
  if (error) throw error;
  const play = (id: string): void => link.mutate(id, { onSuccess: ({ url }) => setPlaying(url) });
  const download = (id: string): void =>
    link.mutate(id, { onSuccess: ({ download_url }) => window.location.assign(download_url) });
  return (
    <Modal opened onClose={onClose} title={`Recordings of ${presenter.name}`} size="lg">
      <Text size="sm" c="dimmed" mb="sm">
        {presenter.record
          ? 'Each broadcast is recorded as the station sent it, and deleted after two weeks.'
          : 'New broadcasts are not recorded. Turn it on under “Edit”.'}
      </Text>
      {playing !== undefined && <audio controls autoPlay src={playing} style={{ width: '100%' }} />}
      {!data && <ScreenSkeleton />}
      {data?.recordings.length === 0 && <Text c="dimmed">No recordings yet.</Text>}
      <ul className={classes.list}>
        {data?.recordings.map((one) => (
          <li key={one.id} className={classes.row}>
            <div className={classes.words}>
              <Text fw={600}>{moment(one.begin)}</Text>
              <Text size="sm" c="dimmed">
                {one.end === null ? 'Recording now' : longDuration(one.seconds)} · {byteSize(one.bytes)} · until{' '}
                {day(one.expires)}
                {one.reason !== null && ' · incomplete, as the disk had no room or failed'}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap">
              <Action label="Listen" icon={<IconPlayerPlay size={17} aria-hidden />} onClick={() => play(one.id)} />
              <Action label="Download" icon={<IconDownload size={17} aria-hidden />} onClick={() => download(one.id)} />
              {mayDelete && (
                <Action label="Delete" icon={<IconTrash size={17} aria-hidden />} onClick={() => setRemoving(one)} />
              )}
            </Group>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={removing !== undefined}
        title="Delete this recording?"
        confirm="Delete"
        danger
        busy={remove.isPending}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => removing && remove.mutate(removing.id, { onSettled: () => setRemoving(undefined) })}
      >
        The recording of {removing && moment(removing.begin)} is deleted for good.
      </ConfirmDialog>
    </Modal>
  );
};

const Action = ({ label, icon, onClick }: { label: string; icon: React.ReactNode; onClick: () => void }) => (
  <InfoTooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick}>
      {icon}
    </ActionIcon>
  </InfoTooltip>
);
