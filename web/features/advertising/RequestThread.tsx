import { Button, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { brand } from '#brand/brand.ts';
import type { AdRequest } from '#contract/api/ad-requests.ts';
import { moment } from '#web/lib/format.ts';
import { Surface } from '#web/ui/Surface.tsx';
import { useReplyToRequest } from './request-queries.ts';
import classes from './Request.module.css';

/** The messages of a request, with a field to answer. */
export const RequestThread = ({ request, mayWrite }: { request: AdRequest; mayWrite: boolean }) => {
  const reply = useReplyToRequest(request.account.key, request.id);
  const [text, setText] = useState('');
  return (
    <Surface title="Messages">
      {request.thread.length === 0 && (
        <Text size="sm" c="dimmed" mb={mayWrite ? 'md' : 0}>
          No messages yet.
        </Text>
      )}
      <ol className={classes.thread}>
        {request.thread.map(({ at, by, portal, text: message }) => (
          <li key={`${at} ${by}`} className={classes.message} data-portal={portal || undefined}>
            <Text size="sm" c="dimmed">
              <bdi>{portal ? `${by} (${brand.name})` : by}</bdi>, {moment(at)}
            </Text>
            <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              <bdi>{message}</bdi>
            </Text>
          </li>
        ))}
      </ol>
      {mayWrite && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim() !== '') reply.mutate(text.trim(), { onSuccess: () => setText('') });
          }}
        >
          <Textarea
            label="Message"
            value={text}
            maxLength={2000}
            autosize
            minRows={2}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" variant="default" mt="sm" disabled={text.trim() === ''} loading={reply.isPending}>
            Send message
          </Button>
        </form>
      )}
    </Surface>
  );
};
