import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useFieldArray } from 'react-hook-form';
import type { EpisodeFormModel } from './episode-form.ts';
import classes from './EpisodeForm.module.css';

const most = 20;

/** The hosts and guests of an episode, with the roles that apps show. */
export const PersonsField = ({ form: { control, register, formState } }: { form: EpisodeFormModel }) => {
  const { fields, append, remove } = useFieldArray({ control, name: 'persons' });
  const errors = formState.errors.persons;
  return (
    <div role="group" aria-label="People">
      <Text size="sm" fw={500}>
        People
      </Text>
      <Text size="xs" c="dimmed" mb="xs">
        Hosts and guests. Apps show them with the episode.
      </Text>
      <Stack gap="sm">
        {fields.map(({ id }, i) => (
          <div key={id} className={classes.person}>
            <TextInput {...register(`persons.${i}.name`)} label="Name" error={errors?.[i]?.name?.message} required />
            <TextInput
              {...register(`persons.${i}.role`)}
              label="Role"
              placeholder="host, guest"
              error={errors?.[i]?.role?.message}
            />
            <TextInput
              {...register(`persons.${i}.link`)}
              label="Web page"
              type="url"
              error={errors?.[i]?.link?.message}
            />
            <ActionIcon aria-label={`Remove person ${i + 1}`} onClick={() => remove(i)} className={classes.remove}>
              <IconTrash size={17} aria-hidden />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      {fields.length < most && (
        <Group mt="xs">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={15} aria-hidden />}
            onClick={() => append({ name: '', role: '', link: '', image: '' })}
          >
            Add person
          </Button>
        </Group>
      )}
    </div>
  );
};
