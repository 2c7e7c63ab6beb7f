import { SimpleGrid } from '@mantine/core';
import { useController, useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/api/podcast.ts';
import { podcastCategories } from '#contract/rules/podcast-categories.ts';
import { ChoiceInput } from '#web/ui/form/ChoiceInput.tsx';

const grouped = podcastCategories.map(({ name, children }) => ({
  group: name,
  items: [
    { value: name, label: name },
    ...children.map((child) => ({ value: `${name}/${child.name}`, label: `${name} › ${child.name}` })),
  ],
}));
const categoryFields = [
  { label: 'Category', description: 'Directories list it here' },
  { label: 'Second category', description: 'Optional' },
  { label: 'Third category', description: 'Optional' },
] as const;

/** Up to three categories of the two-level list; the first is the main one. */
export const CategoryFields = () => {
  const { control } = useFormContext<ChangedPodcast>();
  const {
    field: { value = [], onChange, ref, onBlur },
    fieldState,
  } = useController({ control, name: 'categories' });
  const set = (index: number, chosen: string | null): void => {
    const next = [...value];
    if (chosen === null) next.splice(index, 1);
    else next[index] = chosen;
    onChange([...new Set(next.filter(Boolean))]);
  };
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }}>
      {categoryFields.map(({ label, description }, index) => (
        <ChoiceInput
          key={label}
          {...(index === 0 && { ref, withAsterisk: true, error: fieldState.error?.message })}
          onBlur={onBlur}
          label={label}
          description={description}
          data={grouped}
          value={value[index] ?? null}
          onChange={(chosen) => set(index, chosen)}
          disabled={index > value.length}
          searchable
          limit={100}
          {...(index === 0
            ? { allowDeselect: false }
            : { clearable: true, clearButtonProps: { 'aria-label': `Clear: ${label}` } })}
        />
      ))}
    </SimpleGrid>
  );
};
