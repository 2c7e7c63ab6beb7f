import { Alert, Button, Group, Stack, TextInput } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useRef, useState, type FormEvent } from 'react';
import { FeedAddress, type ImportTask } from '#contract/api/podcast-import.ts';
import type { PodcastKey } from '#contract/rules/keys.ts';
import type { PodcastScope } from '#web/parts/podcast-scope.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useStartImport } from '../queries.ts';
import { ProofStep } from './ProofStep.tsx';

type ImportPanelProps = {
  scope: PodcastScope;
  /** The podcast to import into; by default a new one. */
  podcastKey?: PodcastKey;
  title: string;
  description: string;
  onStarted: (task: ImportTask) => void;
  onCancel?: () => void;
};

/** Asks for the URL of a feed and starts its import; a locked feed also needs its owner's code. */
export const ImportPanel = ({ scope, podcastKey, title, description, onStarted, onCancel }: ImportPanelProps) => {
  const [feedUrl, setFeedUrl] = useState('');
  const [code, setCode] = useState('');
  const [refusal, setRefusal] = useState<ApiError>();
  const attempt = useRef(crypto.randomUUID());
  const start = useStartImport(scope, podcastKey);
  const isLocked = refusal !== undefined && codeRefusals.has(refusal.code);
  const send = (event: FormEvent): void => {
    event.preventDefault();
    const feed_url = feedUrl.trim();
    const invalid = FeedAddress.safeParse(feed_url).error?.issues[0]?.message;
    if (invalid !== undefined) return setRefusal(asField(invalid));
    start.mutate(
      { feed_url, code: isLocked && code !== '' ? code : undefined, key: attempt.current },
      {
        onSuccess: onStarted,
        onError: (cause) => {
          attempt.current = crypto.randomUUID();
          setRefusal(cause instanceof ApiError ? cause : undefined);
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
            label="Feed URL"
            description="The RSS URL from your current host, not a directory page."
            placeholder="https://example.com/feed.xml"
            value={feedUrl}
            onChange={({ currentTarget }) => (setFeedUrl(currentTarget.value), setRefusal(undefined), setCode(''))}
            error={urlError(refusal)}
            disabled={start.isPending}
            autoComplete="off"
            dir="ltr"
            required
          />
          {isLocked && (
            <ProofStep
              feedUrl={feedUrl.trim()}
              message={refusal.message}
              code={code}
              onCode={setCode}
              error={refusal.code === 'import.locked' ? undefined : refusal.message}
            />
          )}
          {refusal?.code === 'import.lockedForGood' && (
            <Alert color="yellow" icon={<IconLock size={20} aria-hidden />} title={refusal.title}>
              {refusal.message}
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

/** Refusals that a (new) code can resolve. */
const codeRefusals = new Set(['import.locked', 'import.codeWrong', 'import.codeExpired']);

const asField = (message: string): ApiError =>
  new ApiError({ code: 'request.invalid', title: '', message, fields: { feed_url: message } }, 400);

/** The error for the URL field: an invalid URL or an unusable feed. */
const urlError = (refusal: ApiError | undefined): string | undefined => {
  if (!refusal) return undefined;
  if (refusal.fields['feed_url'] !== undefined) return refusal.fields['feed_url'];
  return urlRefusals.has(refusal.code) ? refusal.message : undefined;
};
const urlRefusals = new Set(['import.notFeed', 'outbound.refused', 'import.isOwn']);
