import { Button, Group, Text, TextInput, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { limits } from '#contract/limits.ts';
import type { Station } from '#contract/stations.ts';
import { wording } from '#brand/wording.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { announceInvalid } from '#web/lib/announce.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useSetMasterLink } from '../queries.ts';
import { FailoverRow } from './FailoverRow.tsx';
import { urlProblem } from './url-problem.ts';
import classes from './Failover.module.css';

type Doing = 'add' | 'update' | 'delete';

/** The streams that a station fails over to, in their order: added, changed, moved and removed one by one, each saved at once. */
export const FailoverEditor = ({ station, readOnly }: { station: Station; readOnly: boolean }) => {
  const urls = station.radio_server_settings.failover_settings.map(({ url }) => url);
  const { save, isSaving } = useSave(station);
  const [said, setSaid] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const [focus, setFocus] = useState<{ at: number; direction: 'up' | 'down' }>();
  useEffect(() => {
    if (focus) focusMove(list.current, focus);
  }, [focus, station]);
  const move = async (from: number, by: -1 | 1): Promise<void> => {
    const moved = urls.toSpliced(from, 1).toSpliced(from + by, 0, urls[from] ?? '');
    if ((await save(moved, 'update', from + by)) !== undefined) return;
    setFocus({ at: from + by, direction: by < 0 ? 'up' : 'down' });
    setSaid(`Moved to place ${from + by + 1} of ${urls.length}`);
  };
  return (
    <Surface
      title="Fail-over URLs"
      description={`Heard in this order while neither an encoder nor a source is there, before the ${wording.AutoDJ}. One that is dead or silent gives way to the next, and what comes back takes over by itself.`}
    >
      <ol ref={list} className={classes.list}>
        {urls.map((url, at) => (
          <FailoverRow
            key={url}
            url={url}
            place={at + 1}
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
          None yet: when your encoder is lost, the {wording.AutoDJ} plays.
        </Text>
      )}
      {!readOnly && urls.length < limits.failoverUrls && (
        <AddUrl urls={urls} isBusy={isSaving} onAdd={(url) => save([...urls, url], 'add', urls.length)} />
      )}
      <VisuallyHidden aria-live="polite">{said}</VisuallyHidden>
    </Surface>
  );
};

/** Saves the whole list; gives what is wrong with the URL at a place, or '' where it failed and was said. */
const useSave = (station: Station) => {
  const set = useSetMasterLink(station.key);
  const save = async (urls: readonly string[], doing: Doing, at: number): Promise<string | undefined> => {
    try {
      const failover_settings = urls.map((url) => ({ url }));
      await set.mutateAsync({ body: { failover_settings }, failed: `failover.${doing}Failed` });
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
    const wrong = urlProblem(url, urls) ?? (await onAdd(url.trim()));
    setProblem(wrong);
    if (wrong === undefined) setUrl('');
    else if (wrong !== '') announceInvalid();
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

/** After a move the button that made it keeps the focus, or its twin where it can go no further. */
const focusMove = (
  list: HTMLOListElement | null,
  { at, direction }: { at: number; direction: 'up' | 'down' },
): void => {
  const row = list?.children[at];
  const wanted = row?.querySelector<HTMLButtonElement>(`[data-move=${direction}]:not(:disabled)`);
  (wanted ?? row?.querySelector<HTMLButtonElement>('[data-move]:not(:disabled)'))?.focus();
};
