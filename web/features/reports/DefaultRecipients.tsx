import { Controller } from 'react-hook-form';
import { Email } from '#contract/rules/listing.ts';
import { ChangedStation, type Station } from '#contract/api/station.ts';
import { useUpdateStation } from '#web/parts/station-settings-queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ListInput } from '#web/ui/form/ListInput.tsx';
import { Surface } from '#web/ui/Surface.tsx';

/** The recipients of a station's reports that have none of their own. */
export const DefaultRecipients = ({ station }: { station: Station }) => {
  const update = useUpdateStation(station.key);
  const form = useContractForm(ChangedStation, valuesOf(station));
  return (
    <Surface title="Default recipients" description="Used for this station’s reports without their own recipients">
      <ContractForm
        form={form}
        readOnly={station.suspended}
        onSubmit={async (body) => {
          form.reset(valuesOf(await update.mutateAsync(body)));
          toastSuccess('Default recipients saved.');
        }}
      >
        <Controller
          control={form.control}
          name="reports_settings.emails"
          render={({ field: { value, onChange }, fieldState: { error } }) => (
            <ListInput
              label="E-mails"
              description="Press Enter after each"
              placeholder="name@example.com"
              schema={Email}
              wrong="Please enter a valid e-mail address."
              between={/[\s,;]+/}
              inputMode="email"
              values={value ?? []}
              onChange={onChange}
              error={error && (error.message ?? 'One of these is not valid.')}
              readOnly={station.suspended}
            />
          )}
        />
      </ContractForm>
    </Surface>
  );
};

const valuesOf = ({ reports_settings }: Station): ChangedStation => ({ reports_settings });
