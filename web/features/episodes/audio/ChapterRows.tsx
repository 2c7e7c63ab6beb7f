import { ActionIcon, Button, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconBookmarkPlus, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import classes from './AudioEditor.module.css';
import { toEditedTime, type Cut } from './cuts.ts';
import type { Mark } from './sketch.ts';
import { TimeInput } from './TimeInput.tsx';
import { timeText } from './time-text.ts';

type ChapterRowsProps = {
  marks: readonly Mark[];
  cuts: readonly Cut[];
  duration: number;
  onAdd: () => void;
  onChange: (mark: Mark, name: string) => void;
  onRemove: (id: string) => void;
  onPlay: (at: number) => void;
};

/** The chapters in order, each with its start, title and link. */
export const ChapterRows = ({ marks, cuts, duration, onAdd, onChange, onRemove, onPlay }: ChapterRowsProps) => (
  <section aria-label="Chapters">
    <Group justify="space-between" mb="xs">
      <Title order={3} size="h6">
        Chapters
      </Title>
      <Button size="xs" variant="default" leftSection={<IconBookmarkPlus size={16} aria-hidden />} onClick={onAdd}>
        Add chapter here
      </Button>
    </Group>
    {marks.length === 0 ? (
      <Text size="sm" c="dimmed">
        No chapters. Chapters let listeners jump to what interests them.
      </Text>
    ) : (
      <Stack gap="xs" component="ol" className={classes.list}>
        {marks
          .toSorted((one, other) => one.start - other.start)
          .map((mark, i) => (
            <li key={mark.id} className={classes.chapter}>
              <ActionIcon aria-label={`Play chapter ${i + 1}`} onClick={() => onPlay(mark.start)} size={30}>
                <IconPlayerPlay size={15} aria-hidden />
              </ActionIcon>
              <TimeInput
                label={`Start of chapter ${i + 1}`}
                isLabelled={false}
                value={mark.start}
                max={duration}
                onChange={(start) => onChange({ ...mark, start }, '')}
              />
              <TextInput
                size="xs"
                className={classes.chapterTitle}
                aria-label={`Title of chapter ${i + 1}`}
                placeholder="Title"
                maxLength={200}
                value={mark.title}
                error={mark.title.trim() === ''}
                onChange={({ currentTarget }) => onChange({ ...mark, title: currentTarget.value }, `title ${mark.id}`)}
              />
              <TextInput
                size="xs"
                className={classes.chapterLink}
                aria-label={`Web page of chapter ${i + 1}`}
                placeholder="https://"
                type="url"
                maxLength={2000}
                value={mark.url}
                error={!isUrl(mark.url)}
                onChange={({ currentTarget }) => onChange({ ...mark, url: currentTarget.value }, `url ${mark.id}`)}
              />
              <Text size="xs" c="dimmed" className={`${classes.heard} numbers`}>
                {cuts.length > 0 ? `plays at ${timeText(toEditedTime(cuts, mark.start))}` : ''}
              </Text>
              <ActionIcon aria-label={`Remove chapter ${i + 1}`} onClick={() => onRemove(mark.id)} size={30}>
                <IconTrash size={15} aria-hidden />
              </ActionIcon>
            </li>
          ))}
      </Stack>
    )}
  </section>
);

/** Whether a chapter is valid and can be saved. */
export const isValidChapter = ({ title, url }: Mark): boolean => title.trim() !== '' && isUrl(url);

const isUrl = (url: string): boolean => url === '' || /^https?:\/\/[^\s/$.?#]\S*$/i.test(url);
