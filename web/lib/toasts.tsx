import { Anchor, Button, Group } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { use } from 'react';
import { fillText } from '#contract/rules/brand.ts';
import type { ErrorCode } from '#contract/texts/errors.ts';
import { successes } from '#contract/texts/successes.ts';
import { limits } from '#contract/rules/limits.ts';
import { wording } from '#brand/wording.ts';
import { asApiError, type ApiError } from './api-error.ts';
import { chunkFailure } from './chunks.ts';
import { SignInAgainContext } from './sign-out.ts';

/** Read out when the screen reader has finished what it says; failures and warnings interrupt it. */
const politely = { role: 'status' } as const;

/** A success toast, shown for 8 s (spec §9). */
export const toastSuccess = (text: string, title?: string): void => {
  const message = fillText(text, wording);
  notifications.show({ color: 'green', title, message, autoClose: limits.toastMs, ...politely });
};

/** "Copied!" (spec §8). */
export const toastCopied = (): void => toastSuccess(successes.copied);

/** A warning toast. */
export const toastWarning = (title: string, text: string): void => {
  notifications.show({ color: 'yellow', title, message: text, autoClose: limits.toastMs });
};

/** An error toast with the error's title and text, or the default for unexpected ones; plan errors stay 12 s (spec §9). */
export const toastFailure = (cause: unknown): void => {
  if (cause instanceof DOMException && cause.name === 'AbortError') return;
  const error = chunkFailure(cause) ?? asApiError(cause);
  if (error.code === 'request.unexpected' || error.cause !== undefined) console.error(cause);
  notifications.show({
    id: `failure.${error.code}.${error.message}`,
    color: 'red',
    title: error.title,
    message: <FailureText error={error} />,
    autoClose: error.code.startsWith('plan.') ? limits.planToastMs : limits.toastMs,
  });
};

/** Help pages for some errors; they open in a new tab. */
const guides: Partial<Record<ErrorCode, { href: string; name: string }>> = {
  'plan.stationsCountExceeded': { href: '/help/deleting-a-station', name: 'How to delete a station' },
};

const FailureText = ({ error }: { error: ApiError }) => {
  const signInAgain = use(SignInAgainContext);
  if (error.code === 'session.stale')
    return (
      <>
        {error.text}{' '}
        <Anchor component="button" inherit underline="always" onClick={() => void signInAgain(currentPath(), '')}>
          Sign in again
        </Anchor>
      </>
    );
  const guide = guides[error.code];
  if (!guide) return error.text;
  return (
    <>
      {error.text}{' '}
      <Anchor inherit underline="always" href={guide.href} target="_blank">
        {guide.name}
      </Anchor>
    </>
  );
};

/** The current page, to return to after signing in. */
const currentPath = (): string => window.location.pathname + window.location.search + window.location.hash;

/** Spec §5: the one warning of a form with invalid input. */
export const toastInvalid = (): void => toastWarning('Validation error', 'Please check inputs and try again.');

/** A toast with an undo button. */
export const toastUndoable = (text: string, undo: () => void): void => {
  const id = notifications.show({
    color: 'brand',
    autoClose: limits.toastMs,
    ...politely,
    message: (
      <Group justify="space-between" wrap="nowrap">
        {text}
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            undo();
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  });
};
