import { ActionIcon, Affix, Collapse, Group, Progress, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconCheck, IconChevronDown, IconChevronUp, IconRefresh, IconX } from '@tabler/icons-react';
import { byteSize, count } from '#web/lib/format.ts';
import { Hint } from '#web/ui/Hint.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import type { UploadItem } from './shared/upload-queue.ts';
import { uploads, useUploads } from './shared/upload-store.ts';
import classes from './UploadTray.module.css';

type UploadTrayProps = { isLifted: boolean };

/** The uploads of this page, on every screen until they are done; leaving the page where they were added, and closing it, is asked about (spec §2). */
export const UploadTray = ({ isLifted }: UploadTrayProps) => {
  const { items, isUploading } = useUploads();
  const [isOpen, { toggle }] = useDisclosure(true);
  if (items.length === 0) return null;
  const left = items.filter(({ status }) => ['pending', 'uploading', 'processing'].includes(status)).length;
  return (
    <Affix position={{ bottom: isLifted ? 84 : 16, right: 16 }} zIndex={150}>
      <section className={classes.root} aria-label="Uploads">
        <Group justify="space-between" wrap="nowrap" className={classes.head}>
          <Text fw={600} size="sm" role="status">
            {left > 0 ? `${count(left, 'upload')} to go` : summary(items)}
          </Text>
          <Group gap={2} wrap="nowrap">
            <ActionIcon onClick={toggle} aria-label={isOpen ? 'Show less' : 'Show the uploads'} aria-expanded={isOpen}>
              {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
            </ActionIcon>
            {left === 0 && (
              <ActionIcon onClick={uploads.clear} aria-label="Close the uploads">
                <IconX size={18} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        </Group>
        <Collapse expanded={isOpen}>
          <ScrollArea.Autosize mah={300} type="auto">
            <ul className={classes.list}>
              {items.map((item) => (
                <Row key={item.id} item={item} />
              ))}
            </ul>
          </ScrollArea.Autosize>
        </Collapse>
      </section>
      {/* Asks on the page where files were added last: on others nothing of it is left behind. */}
      <UnsavedGuard
        key={items.length}
        when={isUploading}
        title="Uploads are in progress"
        text="They continue in the background while this tab stays open. Leave this page?"
      />
    </Affix>
  );
};

const summary = (items: readonly UploadItem[]): string => {
  const failed = items.filter(({ status }) => status === 'error').length;
  const done = items.filter(({ status }) => status === 'success').length;
  return failed > 0 ? `${count(done, 'upload')} done, ${failed} failed` : `${count(done, 'upload')} done`;
};

const Row = ({ item }: { item: UploadItem }) => (
  <li className={classes.row}>
    <div className={classes.words}>
      <Text size="sm" truncate title={item.file.name}>
        {item.file.name}
      </Text>
      <Text size="xs" c={item.status === 'error' ? 'var(--mantine-color-error)' : 'dimmed'}>
        {item.status === 'error' ? item.error : stateText(item)}
      </Text>
      {(item.status === 'uploading' || item.status === 'processing') && (
        <Progress
          value={item.progress}
          size="xs"
          mt={4}
          color={item.status === 'processing' ? 'green' : 'brand'}
          aria-label={`${item.file.name}: ${item.status}`}
        />
      )}
    </div>
    <RowAction item={item} />
  </li>
);

const stateText = ({ status, progress, file, duplicate, target: { words } }: UploadItem): string => {
  const size = 'url' in file ? 'from its address' : byteSize(file.size);
  if (status === 'pending') return `Waiting · ${size}`;
  if (status === 'uploading') return 'url' in file ? 'Looking at its address' : `Uploading · ${progress} % of ${size}`;
  if (status === 'processing') return `${words.preparing} · ${progress} %`;
  if (status === 'success') return duplicate ? words.duplicate : words.done;
  return 'Canceled';
};

const RowAction = ({ item }: { item: UploadItem }) => {
  if (item.status === 'success') return <IconCheck size={18} className={classes.good} aria-hidden />;
  if (item.status === 'error' || item.status === 'canceled')
    return (
      <Group gap={0} wrap="nowrap">
        {item.status === 'error' && <IconAlertCircle size={18} className={classes.bad} aria-hidden />}
        <Hint label="Upload again">
          <ActionIcon onClick={() => uploads.again(item.id)} aria-label={`Upload ${item.file.name} again`}>
            <IconRefresh size={17} aria-hidden />
          </ActionIcon>
        </Hint>
      </Group>
    );
  return (
    <ActionIcon onClick={() => uploads.cancel(item.id)} aria-label={`Cancel ${item.file.name}`}>
      <IconX size={17} aria-hidden />
    </ActionIcon>
  );
};
