import { NativeSelect } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';

type OnlyPickerProps<T extends string> = {
  label: string;
  value: T | undefined;
  choices: Readonly<Record<T, string>>;
};

/** Filters the rows of a list; the filter is URL state like that of the table. */
export const RowFilter = <T extends string>({ label, value, choices }: OnlyPickerProps<T>) => {
  const navigate = useNavigate();
  return (
    <NativeSelect
      aria-label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) =>
        void navigate({
          to: '.',
          search: ((from: object) => ({ ...from, only: currentTarget.value || undefined, page: undefined })) as never,
          replace: true,
          resetScroll: false,
        })
      }
      data={[
        { value: '', label: 'All' },
        ...(Object.entries(choices) as [T, string][]).map(([one, name]) => ({ value: one, label: name })),
      ]}
    />
  );
};
