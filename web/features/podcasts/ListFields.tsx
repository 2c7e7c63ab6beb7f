import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/api/podcast.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import classes from './ListFields.module.css';

type Column = { name: string; label: string; type?: string; placeholder?: string };
type ListProps = {
  name: 'funding' | 'persons';
  title: string;
  description: string;
  add: string;
  /** The singular: `person`. */
  one: string;
  max: number;
  columns: readonly Column[];
};

/** The people and the funding links of a podcast. */
export const ListFields = () => (
  <>
    <List
      name="persons"
      title="People"
      description="Hosts and guests shown in apps"
      add="Add person"
      one="person"
      max={20}
      columns={[
        { name: 'name', label: 'Name' },
        { name: 'role', label: 'Role', placeholder: 'host' },
        { name: 'link', label: 'Website', type: 'url', placeholder: 'https://' },
        { name: 'image', label: 'Picture', type: 'url', placeholder: 'https://' },
      ]}
    />
    <List
      name="funding"
      title="Support"
      description="Links where listeners can support you"
      add="Add link"
      one="link"
      max={5}
      columns={[
        { name: 'label', label: 'Label', placeholder: 'Support us' },
        { name: 'url', label: 'Link', type: 'url', placeholder: 'https://' },
      ]}
    />
  </>
);

const List = ({ name, title, description, add, one, max, columns }: ListProps) => {
  const { control, register, formState } = useFormContext<ChangedPodcast>();
  const { fields, append, remove } = useFieldArray({ control, name });
  const errors = formState.errors[name] as Record<number, Record<string, { message?: string }>> | undefined;
  const blank = Object.fromEntries(columns.map((column) => [column.name, ''])) as never;
  return (
    <FieldGroup title={title} description={description}>
      {fields.length === 0 && (
        <Text size="sm" c="dimmed">
          None yet.
        </Text>
      )}
      <Stack gap="md">
        {fields.map(({ id }, i) => (
          <Group
            key={id}
            gap="sm"
            align="flex-end"
            wrap="nowrap"
            role="group"
            aria-label={`${title}: ${String(i + 1)}`}
          >
            <SimpleGrid cols={{ base: 1, xs: 2 }} className={classes.fields}>
              {columns.map((column) => (
                <TextInput
                  key={column.name}
                  {...register(`${name}.${i}.${column.name}` as 'persons.0.name')}
                  label={column.label}
                  type={column.type ?? 'text'}
                  placeholder={column.placeholder ?? ''}
                  error={errors?.[i]?.[column.name]?.message}
                />
              ))}
            </SimpleGrid>
            <ActionIcon
              variant="subtle"
              color="red"
              size="lg"
              aria-label={`Remove ${one} ${String(i + 1)}`}
              onClick={() => remove(i)}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
      <div>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={fields.length >= max}
          onClick={() => append(blank)}
        >
          {add}
        </Button>
      </div>
    </FieldGroup>
  );
};
