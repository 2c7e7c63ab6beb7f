import { ActionIcon, Affix, Collapse, Group, Progress, ScrollArea, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAlertCircle, IconCheck, IconChevronDown, IconChevronUp, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { byteSize, count } from '#web/lib/format.ts';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import type { UploadItem } from './shared/upload-queue.ts';
import { uploads, useUploads } from './shared/upload-store.ts';
import classes from './UploadTray.module.css';

/** How long the tray stays after the last upload has succeeded. */
const shownDoneMs = 10_000;

type UploadTrayProps = { isLifted: boolean };

/**
 * The page's uploads, on every screen until they finish. Confirms before the user leaves the upload page or closes the
 * tab (spec §2).
 */
export const UploadTray = ({ isLifted }: UploadTrayProps) => {
  const { items, isUploading } = useUploads();
  const [isOpen, { toggle }] = useDisclosure(true);
  const isAllDone = items.length > 0 && items.every(({ status }) => status === 'success');
  useEffect(() => {
    if (!isAllDone) return undefined;
    const timer = setTimeout(uploads.clear, shownDoneMs);
    return () => clearTimeout(timer);
  }, [isAllDone]);
  if (items.length === 0) return null;
  const remaining = items.filter(({ status }) => ['pending', 'uploading', 'processing'].includes(status)).length;
  return (
    <Affix position={{ bottom: isLifted ? 84 : 16, right: 16 }} zIndex={150}>
      <section className={classes.root} aria-label="Uploads">
        <Group justify="space-between" wrap="nowrap" className={classes.head}>
          <Text fw={600} size="sm" role="status">
            {remaining > 0 ? `${count(remaining, 'upload')} remaining` : summary(items)}
          </Text>
          <Group gap={2} wrap="nowrap">
            <ActionIcon onClick={toggle} aria-label={isOpen ? 'Hide uploads' : 'Show uploads'} aria-expanded={isOpen}>
              {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
            </ActionIcon>
            {remaining === 0 && (
              <ActionIcon onClick={uploads.clear} aria-label="Close uploads">
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
      {/* Guards only the page where files were added last. */}
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
  const size = 'url' in file ? 'from URL' : byteSize(file.size);
  if (status === 'pending') return `Waiting · ${size}`;
  if (status === 'uploading') return 'url' in file ? 'Checking the URL' : `Uploading · ${progress} % of ${size}`;
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
        <InfoTooltip label="Upload again">
          <ActionIcon onClick={() => uploads.again(item.id)} aria-label={`Upload ${item.file.name} again`}>
            <IconRefresh size={17} aria-hidden />
          </ActionIcon>
        </InfoTooltip>
      </Group>
    );
  return (
    <ActionIcon onClick={() => uploads.cancel(item.id)} aria-label={`Cancel ${item.file.name}`}>
      <IconX size={17} aria-hidden />
    </ActionIcon>
  );
};
