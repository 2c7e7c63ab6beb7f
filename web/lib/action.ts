import { useMutation, type UseMutationOptions, type UseMutationResult } from '@tanstack/react-query';
import type { FailureCode } from '#contract/errors/failures.ts';
import { failureOf } from './error-of.ts';

/** The text of an action that failed unexpectedly; `default` where spec §8 names none. */
export type Failure = FailureCode | 'default';

type ActionOptions<Result, Input, Context> = Omit<UseMutationOptions<Result, Error, Input, Context>, 'mutationFn'> & {
  mutationFn: (input: Input) => Promise<Result>;
  failure: Failure | ((input: Input) => Failure);
};

/** A mutation of TanStack Query that names the text shown where it fails (spec §8). Every mutation of a screen is one. */
export const useAction = <Result, Input = void, Context = unknown>({
  mutationFn,
  failure,
  ...options
}: ActionOptions<Result, Input, Context>): UseMutationResult<Result, Error, Input, Context> =>
  useMutation({
    ...options,
    mutationFn: async (input: Input) => {
      try {
        return await mutationFn(input);
      } catch (thrown) {
        const code = typeof failure === 'function' ? failure(input) : failure;
        throw code === 'default' ? thrown : failureOf(code, thrown);
      }
    },
  });
