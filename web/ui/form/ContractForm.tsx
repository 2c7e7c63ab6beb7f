import '#web/lib/form-messages.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { Button, Group } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { useForm, type DefaultValues, type FieldValues, type Path, type UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import { ApiError } from '#web/lib/api-error.ts';
import { toastInvalid } from '#web/lib/toasts.tsx';
import { UnsavedGuard } from '../UnsavedGuard.tsx';
import classes from './ContractForm.module.css';
import { useSaveBar } from './save-bar.ts';
import { useFocusFromHash } from './use-focus-from-hash.ts';

/** A form over one of the contract's schemas, validated on submit (spec §5 "passive mode"). */
export const useContractForm = <In extends FieldValues, Out extends FieldValues>(
  schema: z.ZodMiniType<Out, In>,
  defaultValues: DefaultValues<In>,
): UseFormReturn<In, unknown, Out> =>
  useForm<In, unknown, Out>({
    resolver: zodResolver(schema),
    defaultValues,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
  });

type ContractFormProps<In extends FieldValues, Out extends FieldValues> = {
  form: UseFormReturn<In, unknown, Out>;
  /** The button's label; without it, the page's save bar saves the form. */
  submit?: string;
  onSubmit: (values: Out) => Promise<unknown>;
  onCancel?: () => void;
  /** Shows the values without allowing changes. */
  readOnly?: boolean;
  /** Whether it can be changed further while it is saved; `onSubmit` then leaves later changes unsaved. */
  isOpenWhileSaving?: boolean;
  /** Whether something other than the form's values is unsaved. */
  isTouched?: boolean;
  /** Drops what other than the form's values is unsaved. */
  onDiscard?: () => void;
  /** The question when leaving with unsaved changes. */
  unsaved?: string;
  children: ReactNode;
};

/**
 * The frame of every form: one warning for invalid input, the server's errors at their fields, and a guard for unsaved
 * changes. The settings of a page are saved together by its save bar.
 */
export const ContractForm = <In extends FieldValues, Out extends FieldValues>(props: ContractFormProps<In, Out>) => {
  const { form, submit, onSubmit, onCancel, onDiscard, readOnly = false, isTouched = false, unsaved, children } = props;
  const { isOpenWhileSaving = false } = props;
  const { isSubmitting, isDirty } = form.formState;
  useFocusFromHash(form);
  const send = async (values: Out): Promise<boolean> => {
    try {
      await onSubmit(values);
      return true;
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause;
      const fields = Object.entries(cause.fields);
      for (const [name, message] of fields) form.setError(name as Path<In>, { message }, { shouldFocus: true });
      if (fields.length > 0) toastInvalid();
      return false;
    }
  };
  const save = async (): Promise<boolean> => {
    let isSaved = false;
    await form.handleSubmit(async (values) => {
      isSaved = await send(values);
    }, toastInvalid)();
    return isSaved;
  };
  const discard = (): void => {
    form.reset();
    onDiscard?.();
  };
  const isChanged = isDirty || isTouched;
  const isOfBar = submit === undefined;
  const bar = useSaveBar(isOfBar && isChanged && !readOnly, { save, discard, unsaved });
  const hasBar = isOfBar && bar !== undefined;
  const submitForm = (event: FormEvent): void => {
    event.preventDefault();
    void (hasBar ? bar.saveAll() : save());
  };
  return (
    <form onSubmit={submitForm} noValidate>
      <fieldset disabled={(isSubmitting && !isOpenWhileSaving) || readOnly} className={classes.fields}>
        {children}
        {/* Enter in a field submits only a form that has a button. */}
        {!readOnly && hasBar && <button type="submit" hidden />}
        {!readOnly && !hasBar && (
          <Group justify="flex-end" gap="sm" className={classes.actions}>
            {onCancel && (
              <Button variant="default" onClick={onCancel}>
                Cancel
              </Button>
            )}
            <Button type="submit" loading={isSubmitting}>
              {submit ?? 'Save'}
            </Button>
          </Group>
        )}
      </fieldset>
      {!hasBar && <UnsavedGuard when={isChanged && !isSubmitting} {...(unsaved !== undefined && { text: unsaved })} />}
    </form>
  );
};
