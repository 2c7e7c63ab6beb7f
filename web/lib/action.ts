import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { FailureCode } from '#contract/texts/errors/failures.ts';
import { failureOf } from './error-of.ts';

/** The text for an unexpected failure of an action; `default` if spec §8 has none. */
export type Failure = FailureCode | 'default';

type ActionOptions<Result, Input, Context> = Omit<UseMutationOptions<Result, Error, Input, Context>, 'mutationFn'> & {
  mutationFn: (input: Input) => Promise<Result>;
  failure: Failure | ((input: Input) => Failure);
};

/** What one call of an action does with its outcome, after the action's own callbacks. */
type Callbacks<Result> = {
  onSuccess?: (result: Result) => unknown;
  onError?: (error: Error) => unknown;
  onSettled?: () => unknown;
};

type Mutate<Result, Input> = (input: Input, callbacks?: Callbacks<Result>) => void;

/** Distributes over the states of a mutation, so that `isPending` still says that there are `variables`. */
type Action<Result, Input, Context, State = UseMutationResult<Result, Error, Input, Context>> = State extends unknown
  ? Omit<State, 'mutate'> & { mutate: Mutate<Result, Input> }
  : never;

/**
 * A TanStack Query mutation with the text shown when it fails (spec §8). Every mutation of a screen uses it. The callbacks of `mutate` run even
 * if the component has gone by then, as the row of what it deleted has: TanStack Query would drop them, and with them the toast.
 */
export const useAction = <Result, Input = void, Context = unknown>({
  mutationFn,
  failure,
  ...options
}: ActionOptions<Result, Input, Context>): Action<Result, Input, Context> => {
  const mutation = useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      try {
        return await mutationFn(input);
      } catch (cause) {
        const code = typeof failure === 'function' ? failure(input) : failure;
        throw code === 'default' ? cause : failureOf(code, cause);
      }
    },
  });
  const { mutateAsync } = mutation;
  const mutate = useCallback(
    (input: Input, callbacks: Callbacks<Result> = {}): void => {
      const settled = (): unknown => callbacks.onSettled?.();
      void mutateAsync(input)
        .then(callbacks.onSuccess, (error: Error) => callbacks.onError?.(error))
        .finally(settled);
    },
    [mutateAsync],
  );
  return { ...mutation, mutate };
};
