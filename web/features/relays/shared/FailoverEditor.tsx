import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { limits } from '#contract/rules/limits.ts';
import type { Station } from '#contract/api/stations.ts';
import { wording } from '#brand/wording.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { toastInvalid } from '#web/lib/toasts.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetMasterLink } from '../queries.ts';
import { FailoverRow } from './FailoverRow.tsx';
import { urlProblem } from './url-problem.ts';
import classes from './Failover.module.css';

type Change = 'add' | 'update' | 'delete';

/** A station's fail-over streams in priority order. Each add, edit, move or removal is saved immediately. */
export const FailoverEditor = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const urls = station.radio_server_settings.failover_settings.map(({ url }) => url);
  const { save, isSaving } = useSave(station);
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ at: number; direction: 'up' | 'down' }>();
  useEffect(() => {
    if (focus) focusMove(list.current, focus);
  }, [focus, station]);
  const move = async (from: number, by: -1 | 1): Promise<void> => {
    const reordered = urls.toSpliced(from, 1).toSpliced(from + by, 0, urls[from] ?? '');
    if ((await save(reordered, 'update', from + by)) !== undefined) return;
    setFocus({ at: from + by, direction: by < 0 ? 'up' : 'down' });
    setAnnouncement(`Moved to position ${from + by + 1} of ${urls.length}`);
  };
  return (
    <Surface
      title="Fail-over URLs"
      description={`Backup streams, tried in this order before the ${wording.AutoDJ} when your encoder or source drops. Recovery is automatic.`}
    >
      <ol ref={list} className={classes.list}>
        {urls.map((url, at) => (
          <FailoverRow
            key={url}
            url={url}
            position={at + 1}
            total={urls.length}
            readOnly={readOnly}
            isBusy={isSaving}
            onMove={(by) => void move(at, by)}
            onChange={(to) => save(urls.with(at, to), 'update', at)}
            onRemove={() => void save(urls.toSpliced(at, 1), 'delete', 0)}
            problemOf={(to) => urlProblem(to, urls.toSpliced(at, 1))}
          />
        ))}
      </ol>
      {urls.length === 0 && (
        <Text size="sm" c="dimmed" mb="sm">
          No fail-over URLs. If your encoder drops, the {wording.AutoDJ} plays.
        </Text>
      )}
      {!readOnly && urls.length < limits.failoverUrls && (
        <AddUrl urls={urls} isBusy={isSaving} onAdd={(url) => save([...urls, url], 'add', urls.length)} />
      )}
      <VisuallyHidden aria-live="polite">{announcement}</VisuallyHidden>
    </Surface>
  );
};

/** Saves the whole list. Returns the error of the URL at an index, '' if a toast already showed it, or undefined. */
const useSave = (station: Station) => {
  const set = useSetMasterLink(station.key);
  const save = async (urls: readonly string[], change: Change, at: number): Promise<string | undefined> => {
    try {
      const failover_settings = urls.map((url) => ({ url }));
      await set.mutateAsync({ body: { failover_settings }, failed: `failover.${change}Failed` });
      return undefined;
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      return thrown.fields[`failover_settings.${at}.url`] ?? '';
    }
  };
  return { save, isSaving: set.isPending };
};

type AddUrlProps = { urls: readonly string[]; isBusy: boolean; onAdd: (url: string) => Promise<string | undefined> };

const AddUrl = ({ urls, isBusy, onAdd }: AddUrlProps) => {
  const [url, setUrl] = useState('');
  const [problem, setProblem] = useState<string>();
  const add = async (): Promise<void> => {
    const error = urlProblem(url, urls) ?? (await onAdd(url.trim()));
    setProblem(error);
    if (error === undefined) setUrl('');
    else if (error !== '') toastInvalid();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void add();
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-start" gap="sm">
        <TextInput
          flex="1 1 260px"
          type="url"
          aria-label="Fail-over URL"
          placeholder="https://radio.example/backup.mp3"
          spellCheck={false}
          value={url}
          onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          error={problem || undefined}
        />
        <Button type="submit" variant="default" leftSection={<IconPlus size={17} aria-hidden />} loading={isBusy}>
          Add
        </Button>
      </Group>
    </form>
  );
};

/** Keeps the focus on the move button that was used, or on its counterpart at the end of the list. */
const focusMove = (
  list: HTMLOListElement | null,
  { at, direction }: { at: number; direction: 'up' | 'down' },
): void => {
  const row = list?.children[at];
  const sameButton = row?.querySelector<HTMLButtonElement>(`[data-move=${direction}]:not(:disabled)`);
  (sameButton ?? row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus();
};
