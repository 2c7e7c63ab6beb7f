import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { FeedAddress, type ImportTask } from '#contract/podcast-import.ts';
import type { PodcastKey } from '#contract/keys.ts';
import type { PodcastScope } from '#web/parts/podcast-place.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useStartImport } from '../queries.ts';
import { ProofStep } from './ProofStep.tsx';

type ImportPanelProps = {
  scope: PodcastScope;
  /** What it is imported into; without one a new podcast is made. */
  podcastKey?: PodcastKey;
  title: string;
  description: string;
  onStarted: (task: ImportTask) => void;
  onCancel?: () => void;
};

/** Asks for the address of a feed and begins its import; where the feed is locked, for the code of its owner too. */
export const ImportPanel = ({ scope, podcastKey, title, description, onStarted, onCancel }: ImportPanelProps) => {
  const [address, setAddress] = useState('');
  const [code, setCode] = useState('');
  const [failed, setFailed] = useState<ApiError>();
  const attempt = useRef(crypto.randomUUID());
  const start = useStartImport(scope, podcastKey);
  const isLocked = failed !== undefined && withCode.has(failed.code);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const feed_url = address.trim();
    const invalid = FeedAddress.safeParse(feed_url).error?.issues[0]?.message;
    if (invalid !== undefined) return setFailed(asField(invalid));
    start.mutate(
      { feed_url, code: isLocked && code !== '' ? code : undefined, key: attempt.current },
      {
        onSuccess: onStarted,
        onError: (thrown) => {
          attempt.current = crypto.randomUUID();
          setFailed(thrown instanceof ApiError ? thrown : undefined);
        },
      },
    );
  };
  return (
    <Surface title={title} description={description} maw={760}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            type="url"
            label="Address of the feed"
            description="The RSS address that your present host shows; not the page of a directory."
            placeholder="https://example.com/feed.xml"
            value={address}
            onChange={({ currentTarget }) => (setAddress(currentTarget.value), setFailed(undefined), setCode(''))}
            error={addressError(failed)}
            disabled={start.isPending}
            autoComplete="off"
            dir="ltr"
            required
          />
          {isLocked && (
            <ProofStep
              feedUrl={address.trim()}
              message={failed.message}
              code={code}
              onCode={setCode}
              error={failed.code === 'import.locked' ? undefined : failed.message}
            />
          )}
          {failed?.code === 'import.lockedForGood' && (
            <Alert color="yellow" icon={<IconLock size={20} aria-hidden />} title={failed.title}>
              {failed.message}
            </Alert>
          )}
          <Group justify="flex-end" gap="sm">
            {onCancel && (
              <Button variant="default" onClick={onCancel} disabled={start.isPending}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={start.isPending} disabled={isLocked && code.trim() === ''}>
              Import
            </Button>
          </Group>
        </Stack>
      </form>
    </Surface>
  );
};

/** The refusals that a code, or another one, may help. */
const withCode = new Set(['import.locked', 'import.codeWrong', 'import.codeExpired']);

const asField = (message: string): ApiError =>
  new ApiError({ code: 'request.invalid', title: '', message, fields: { feed_url: message } }, 400);

/** What is wrong with the address, or with the feed that is there. */
const addressError = (failed: ApiError | undefined): string | undefined => {
  if (!failed) return undefined;
  if (failed.fields['feed_url'] !== undefined) return failed.fields['feed_url'];
  return ofAddress.has(failed.code) ? failed.message : undefined;
};
const ofAddress = new Set(['import.notFeed', 'outbound.refused', 'import.isOwn']);
