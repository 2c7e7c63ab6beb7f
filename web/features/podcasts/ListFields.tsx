import { ActionIcon, Button, Group, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray, useFormContext } from 'react-hook-form';
import type { ChangedPodcast } from '#contract/podcast.ts';
import { FieldGroup } from '#web/features/accounts/shared/FieldGroup.tsx';
import classes from './ListFields.module.css';

type Column = { name: string; label: string; type?: string; placeholder?: string };
type ListProps = {
  name: 'funding' | 'persons';
  title: string;
  description: string;
  add: string;
  /** Of one of them: `person`. */
  one: string;
  most: number;
  columns: readonly Column[];
};

/** Who is heard in a podcast, and where listeners support it. */
export const ListFields = () => (
  <>
    <List
      name="persons"
      title="People"
      description="Hosts and guests, as apps show them"
      add="Add a person"
      one="person"
      most={20}
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
      description="Where listeners can support it"
      add="Add an address"
      one="address"
      most={5}
      columns={[
        { name: 'label', label: 'Words', placeholder: 'Support us' },
        { name: 'url', label: 'Address', type: 'url', placeholder: 'https://' },
      ]}
    />
  </>
);

const List = ({ name, title, description, add, one, most, columns }: ListProps) => {
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
          disabled={fields.length >= most}
          onClick={() => append(blank)}
        >
          {add}
        </Button>
      </div>
    </FieldGroup>
  );
};
