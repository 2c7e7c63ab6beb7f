import { Controller, useFormContext } from 'react-hook-form';
import type { ChangedStation } from '#contract/api/station.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

type Name = 'default_type' | 'category' | 'country' | 'organization_type' | 'organization_size' | 'environment';
type FieldProps = { name: Name; label: string; description?: string; searchable?: boolean };
type ChosenFieldProps = FieldProps &
  (
    | { data: readonly { value: string; label: string }[] | readonly string[]; ids?: never; optional?: boolean }
    | { ids: readonly { id: number; name: string }[]; data?: never; optional?: boolean }
  );

/** A select for a text or numeric field; no selection is '' or 0. */
export const StationSelect = ({ name, label, ids, data, optional = false, ...rest }: ChosenFieldProps) => {
  const { control } = useFormContext<ChangedStation>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
        <ChoiceInput
          {...rest}
          ref={ref}
          onBlur={onBlur}
          label={label}
          data={ids ? ids.map((one) => ({ value: String(one.id), label: one.name })) : data}
          value={value ? String(value) : null}
          onChange={(chosen) => onChange(ids ? Number(chosen ?? 0) : (chosen ?? ''))}
          limit={300}
          {...(optional
            ? { clearable: true, clearButtonProps: { 'aria-label': `Clear: ${label}` } }
            : { allowDeselect: false })}
          error={fieldState.error?.message}
        />
      )}
    />
  );
};
