import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { asApiError, requestError } from '#web/lib/api-error.ts';
import { chunkFailure } from '#web/lib/chunks.ts';
import { ErrorPage } from './ErrorPage.tsx';

type FailureProps = { error: unknown; reset?: () => void };

/** What stands in place of a screen that failed: not found, not allowed, a part that didn't load, or the unexpected. */
export const Failure = ({ error, reset }: FailureProps) => {
  const chunk = chunkFailure(error);
  if (chunk)
    return (
      <ErrorPage
        code="↻"
        title={chunk.title}
        action={<Button onClick={() => location.reload()}>Reload the page</Button>}
      >
        {chunk.message} <small>({chunk.code})</small>
      </ErrorPage>
    );
  const failed = asApiError(error);
  // A key in the address that is no key at all names nothing, like one that nobody has.
  const found = failed.code === 'request.invalid' ? requestError('request.notFound') : failed;
  if (found.status >= 500 || found.status === 0)
    return (
      <ErrorPage
        code="!"
        title={found.title}
        action={
          <Group>
            <Button onClick={() => (reset ? reset() : location.reload())}>Try again</Button>
            <Button variant="default" component={Link} to="/">
              Go to the start page
            </Button>
          </Group>
        }
      >
        {found.message}
        {found.id !== undefined && <div>Reference: {found.id}</div>}
      </ErrorPage>
    );
  return (
    <ErrorPage
      code={String(found.status)}
      title={found.title}
      action={
        <Button component={Link} to="/">
          Go to the start page
        </Button>
      }
    >
      {found.message}
    </ErrorPage>
  );
};
