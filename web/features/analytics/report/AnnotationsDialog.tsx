import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState, type FormEvent } from 'react';
import type { Annotation } from '#contract/api/annotations.ts';
import { day } from '#web/lib/format.ts';
import { isOwnAnnotation, useAnnotations, type AnnotationPlace } from './annotation-queries.ts';
import classes from './AnnotationsDialog.module.css';

type AnnotationsDialogProps = {
  place: AnnotationPlace;
  annotations: readonly Annotation[];
  /** The last day of the report that has begun: what a new annotation is likely to be about. */
  lastDay: string;
  onClose: () => void;
};

/** The annotations of a report's days: adds, changes and deletes them. */
export const AnnotationsDialog = ({ place, annotations, lastDay, onClose }: AnnotationsDialogProps) => {
  const { save, remove } = useAnnotations(place);
  const [edited, setEdited] = useState<Annotation>();
  const [date, setDate] = useState(lastDay);
  const [text, setText] = useState('');
  const edit = (annotation: Annotation | undefined): void => {
    setEdited(annotation);
    setDate(annotation?.date ?? lastDay);
    setText(annotation?.text ?? '');
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate({ date, text, annotationId: edited?.id }, { onSuccess: () => edit(undefined) });
  };
  return (
    <Modal opened onClose={onClose} title="Annotations" size="lg">
      <form onSubmit={submit}>
        <Group align="flex-end" gap="xs" className={classes.form}>
          <TextInput
            type="date"
            label="Day"
            value={date}
            required
            onChange={({ currentTarget }) => setDate(currentTarget.value)}
          />
          <TextInput
            label="Text"
            placeholder="Campaign began"
            value={text}
            maxLength={200}
            required
            data-autofocus
            className={classes.text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" loading={save.isPending}>
            {edited ? 'Save' : 'Add'}
          </Button>
          {edited && (
            <Button variant="default" onClick={() => edit(undefined)}>
              Cancel
            </Button>
          )}
        </Group>
      </form>
      <Text size="sm" c="dimmed" mt="xs">
        {place.stationKey === undefined
          ? 'Everyone who sees these statistics, and those of the stations, sees them in the charts.'
          : 'Everyone who sees the statistics of this station sees them in the charts.'}
      </Text>
      <Stack component="ul" gap="xs" className={classes.list}>
        {annotations.map((annotation) => (
          <li key={annotation.id} className={classes.row}>
            <div>
              <Text size="sm">{annotation.text}</Text>
              <Text size="sm" c="dimmed">
                {[day(annotation.date), annotation.station?.name ?? 'Whole account', annotation.by]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </Text>
            </div>
            {isOwnAnnotation(place, annotation) && (
              <Group gap={4} wrap="nowrap">
                <ActionIcon aria-label={`Change ${annotation.text}`} onClick={() => edit(annotation)}>
                  <IconPencil size={17} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  color="red"
                  aria-label={`Delete ${annotation.text}`}
                  loading={remove.isPending && remove.variables === annotation.id}
                  onClick={() => remove.mutate(annotation.id)}
                >
                  <IconTrash size={17} aria-hidden />
                </ActionIcon>
              </Group>
            )}
          </li>
        ))}
      </Stack>
    </Modal>
  );
};
