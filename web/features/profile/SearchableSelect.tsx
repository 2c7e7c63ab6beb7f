import { Controller, type Control, type FieldPath, type FieldValues } from 'react-hook-form';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

type ChosenFieldProps<T extends FieldValues> = {
  // oxlint-disable-next-line typescript/no-explicit-any -- the form's output type does not matter to a field
  control: Control<T, any, any>;
  name: FieldPath<T>;
  label: string;
  description?: string;
  placeholder?: string;
  data: readonly { value: string; label: string }[];
};

/** A searchable select; no selection is ''. */
export const SearchableSelect = <T extends FieldValues>({
  control,
  name,
  label,
  data,
  ...rest
}: ChosenFieldProps<T>) => (
  <Controller
    control={control}
    name={name}
    render={({ field: { value, onChange, ref, onBlur }, fieldState }) => (
      <ChoiceInput
        {...rest}
        ref={ref}
        onBlur={onBlur}
        label={label}
        data={data}
        value={(value as string | undefined) || null}
        onChange={(chosen) => onChange(chosen ?? '')}
        searchable
        clearable
        limit={300}
        clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
        error={fieldState.error?.message}
      />
    )}
  />
);
