import { useQuery } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import { ChangedStation, type Station } from '#contract/api/station.ts';
import { peopleQuery } from '#web/parts/people-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { useUpdateStation } from '#web/parts/station-settings-queries.ts';

/** Sets which of the account's owners and admins is responsible for the station's bills. */
export const BillingOwner = ({ station }: { station: Station }) => {
  const update = useUpdateStation(station.key);
  const form = useContractForm(ChangedStation, valuesOf(station));
  const { data: people = [] } = useQuery(peopleQuery({ kind: 'account', accountKey: station.account_key }));
  const choices = people.flatMap(({ id, fullName, email, rights }) =>
    id !== null && (rights.owner || rights.admin) ? [{ value: id, label: fullName || email }] : [],
  );
  return (
    <Surface title="Billing owner" description="The account owner or admin responsible for the station’s bills">
      <ContractForm
        form={form}
        readOnly={station.suspended}
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync(body)));
          toastSuccess('Billing owner saved.');
        }}
      >
        <Controller
          control={form.control}
          name="billing_owner"
          render={({ field: { value, onChange, onBlur, ref }, fieldState }) => (
            <ChoiceInput
              ref={ref}
              onBlur={onBlur}
              label="Person"
              placeholder="None"
              data={choices}
              value={value ?? null}
              onChange={onChange}
              clearable
              clearButtonProps={{ 'aria-label': 'Clear: Person' }}
              error={fieldState.error?.message}
            />
          )}
        />
      </ContractForm>
    </Surface>
  );
};

const valuesOf = ({ billing_owner }: Station): ChangedStation => ({ billing_owner });
