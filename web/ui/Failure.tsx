import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { asApiError, requestError } from '#web/lib/api-error.ts';
import { chunkFailure } from '#web/lib/chunks.ts';
import { ErrorPage } from './ErrorPage.tsx';

type FailureProps = { error: unknown; reset?: () => void };

/** The error page of a screen that failed: not found, forbidden, a chunk that didn't load, or an unexpected error. */
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
  const apiError = asApiError(error);
  // A malformed key in the URL is treated like one that does not exist.
  const shown = apiError.code === 'request.invalid' ? requestError('request.notFound') : apiError;
  if (shown.status >= 500 || shown.status === 0)
    return (
      <ErrorPage
        code="!"
        title={shown.title}
        action={
          <Group>
            <Button onClick={() => (reset ? reset() : location.reload())}>Try again</Button>
            <Button variant="default" component={Link} to="/">
              Go to the start page
            </Button>
          </Group>
        }
      >
        {shown.message}
        {shown.id !== undefined && <div>Reference: {shown.id}</div>}
      </ErrorPage>
    );
  return (
    <ErrorPage
      code={String(shown.status)}
      title={shown.title}
      action={
        <Button component={Link} to="/">
          Go to the start page
        </Button>
      }
    >
      {shown.message}
    </ErrorPage>
  );
};
