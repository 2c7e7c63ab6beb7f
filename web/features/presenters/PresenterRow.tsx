import { Badge, Group, Text } from '@mantine/core';
import {
  IconKey,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlayerRecord,
  IconPlugConnectedX,
  IconTrash,
} from '@tabler/icons-react';
import type { Presenter } from '#contract/api/presenters.ts';
import type { StationLive } from '#contract/api/session.ts';
import type { Station } from '#contract/api/stations.ts';
import { useMay } from '#web/features/session/queries.ts';
import { useKickEncoder, useUnbar } from '#web/parts/air-queries.ts';
import { timeOfDay } from '#web/lib/format.ts';
import { Artwork } from '#web/ui/Artwork.tsx';
import { DropGroup, DropItem } from '#web/ui/menu/DropMenu.tsx';
import { MoreMenu } from '#web/ui/menu/MoreMenu.tsx';
import { formatWindows } from './presenter-format.ts';
import classes from './Presenters.module.css';
import { useChangePresenter } from './queries.ts';

/** What opens a dialog. */
export type PresenterAction = 'edit' | 'password' | 'recordings' | 'remove';

type PresenterRowProps = {
  station: Station;
  presenter: Presenter;
  live: StationLive | undefined;
  mayManage: boolean;
  onOpen: (action: PresenterAction) => void;
};

const icon = { size: 17, 'aria-hidden': true } as const;

/** A presenter with their hours, whether they are on the air, and why they were refused. */
export const PresenterRow = (props: PresenterRowProps) => {
  const { presenter, live } = props;
  const { name, user, picture, windows, record } = presenter;
  const refused = live?.air?.refused?.find(({ id }) => id === presenter.id);
  return (
    <li className={classes.row} aria-label={name}>
      <Artwork name={name} src={picture ?? undefined} size={48} />
      <div className={classes.words}>
        <Group gap={8}>
          <Text fw={600}>{name}</Text>
          <State presenter={presenter} live={live} />
          {record && (
            <Badge variant="default" size="sm" leftSection={<IconPlayerRecord size={12} aria-hidden />}>
              Recorded
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          User <code>{user}</code> · {windows.length === 0 ? 'At any time' : formatWindows(windows).join(' · ')}
        </Text>
        {refused && (
          <Text size="sm" c="dimmed">
            Refused at {timeOfDay(refused.at)}: {refused.reason}
          </Text>
        )}
      </div>
      <Actions {...props} />
    </li>
  );
};

const State = ({ presenter, live }: Pick<PresenterRowProps, 'presenter' | 'live'>) => {
  const until = barredUntil(presenter, live);
  if (presenter.disabled)
    return (
      <Badge color="gray" size="sm">
        Disabled
      </Badge>
    );
  if (until !== undefined)
    return (
      <Badge color="yellow" size="sm">
        Barred until {timeOfDay(until)}
      </Badge>
    );
  if (live?.presenter?.id === presenter.id)
    return (
      <Badge color="red" size="sm">
        On the air
      </Badge>
    );
  return live?.encoder?.presenter?.id === presenter.id ? <Badge size="sm">Connected</Badge> : null;
};

const barredUntil = ({ id }: Presenter, live: StationLive | undefined): string | undefined =>
  live?.air?.barred_presenters?.find((one) => one.id === id)?.until;

const Actions = ({ station, presenter, live, mayManage, onOpen }: PresenterRowProps) => {
  const scope = { accountKey: station.account_key, stationKey: station.key };
  const mayControl = useMay('station.control', scope);
  const seesRecordings = useMay('station.readLog', scope);
  const kick = useKickEncoder(station.key);
  const unbar = useUnbar(station.key);
  const change = useChangePresenter(station.key);
  const isBarred = barredUntil(presenter, live) !== undefined;
  const isConnected = live?.encoder?.presenter?.id === presenter.id;
  const disconnect = (bar_seconds: 0 | 60 | 600): void => kick.mutate({ bar_seconds, presenter: presenter.id });
  const setDisabled = (disabled: boolean): void => {
    const { id, created: _created, picture: _picture, ...body } = presenter;
    change.mutate({ id, body: { ...body, disabled } });
  };
  if (!mayManage && !mayControl && !seesRecordings) return null;
  return (
    <MoreMenu label={`Actions for ${presenter.name}`}>
      <DropGroup>
        {mayManage && (
          <DropItem icon={<IconPencil {...icon} />} onClick={() => onOpen('edit')}>
            Edit
          </DropItem>
        )}
        {seesRecordings && (
          <DropItem icon={<IconPlayerRecord {...icon} />} onClick={() => onOpen('recordings')}>
            Recordings
          </DropItem>
        )}
        {mayManage && (
          <DropItem icon={<IconKey {...icon} />} onClick={() => onOpen('password')}>
            New password
          </DropItem>
        )}
      </DropGroup>
      {mayControl && (
        <DropGroup>
          {isConnected && (
            <DropItem icon={<IconPlugConnectedX {...icon} />} onClick={() => disconnect(0)}>
              Disconnect
            </DropItem>
          )}
          {isBarred ? (
            <DropItem icon={<IconLockOpen {...icon} />} onClick={() => unbar.mutate(presenter.id)}>
              Allow again
            </DropItem>
          ) : (
            <DropItem icon={<IconLock {...icon} />} onClick={() => disconnect(600)}>
              Bar for 10 minutes
            </DropItem>
          )}
        </DropGroup>
      )}
      {mayManage && (
        <DropGroup>
          {presenter.disabled ? (
            <DropItem icon={<IconLockOpen {...icon} />} onClick={() => setDisabled(false)}>
              Enable
            </DropItem>
          ) : (
            <DropItem icon={<IconLock {...icon} />} onClick={() => setDisabled(true)}>
              Disable
            </DropItem>
          )}
          <DropItem danger icon={<IconTrash {...icon} />} onClick={() => onOpen('remove')}>
            Delete
          </DropItem>
        </DropGroup>
      )}
    </MoreMenu>
  );
};
