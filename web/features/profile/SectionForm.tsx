import type { ReactNode } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { ChangedUser, User } from '#contract/api/session.ts';
import { useUpdateMe } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';

type SectionFormProps<T extends ChangedUser & FieldValues> = {
  id: string;
  title: string;
  description?: string;
  form: UseFormReturn<T, unknown, T>;
  /** Converts the saved user to the form's values. */
  valuesOf: (me: User) => T;
  above?: ReactNode;
  children: ReactNode;
};

/** A section of the profile with its own form. */
export const SectionForm = <T extends ChangedUser & FieldValues>(props: SectionFormProps<T>) => {
  const { id, title, description, form, valuesOf, above, children } = props;
  const update = useUpdateMe();
  return (
    <Surface id={id} title={title} {...(description !== undefined && { description })}>
      {above}
      <ContractForm
        form={form}
        onSubmit={async (values) => {
          form.reset(valuesOf(await update.mutateAsync(values)));
          toastSuccess(`${title} saved.`);
        }}
      >
        {children}
      </ContractForm>
    </Surface>
  );
};
