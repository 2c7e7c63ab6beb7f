import { ActionIcon, Affix, Collapse, Group, Progress, ScrollArea, Text } from '@mantine/core';
import { useResizeObserver } from '@mantine/hooks';
import { IconAlertCircle, IconCheck, IconChevronDown, IconChevronUp, IconRefresh, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { byteSize, count } from '#web/lib/format.ts';
import { InfoTooltip } from '#web/ui/InfoTooltip.tsx';
import { UnsavedGuard } from '#web/ui/UnsavedGuard.tsx';
import type { UploadItem } from './shared/upload-queue.ts';
import { uploads, useUploads } from './shared/upload-store.ts';
import classes from './UploadTray.module.css';

/** How long the tray stays after the last upload has succeeded. */
const shownDoneMs = 10_000;
/** How long the list is open when files are added or one fails; then the tray is one line. */
const openMs = 6_000;

type UploadTrayProps = { isLifted: boolean };

/**
 * The page's uploads, on every screen until they finish. Confirms before the user leaves the upload page or closes the
 * tab (spec §2).
 */
export const UploadTray = ({ isLifted }: UploadTrayProps) => {
  const { items, isUploading } = useUploads();
  const failed = items.filter(({ status }) => status === 'error').length;
  // What the list opens for: further files and failures open it again.
  const news = `${items.at(-1)?.id ?? ''}.${failed}`;
  const [choice, setChoice] = useState<boolean>();
  const [folded, setFolded] = useState('');
  const [closed, setClosed] = useState('');
  const isOpen = choice ?? folded !== news;
  const isShown = items.length > 0 && closed !== news;
  useEffect(() => {
    const timer = setTimeout(setFolded, openMs, news);
    return () => clearTimeout(timer);
  }, [news]);
  const ref = useReservedSpace(isShown);
  const isAllDone = items.length > 0 && items.every(({ status }) => status === 'success');
  useEffect(() => {
    if (!isAllDone) return undefined;
    const timer = setTimeout(uploads.clear, shownDoneMs);
    return () => clearTimeout(timer);
  }, [isAllDone]);
  const remaining = items.filter(({ status }) => ['pending', 'uploading', 'processing'].includes(status)).length;
  const close = (): void => {
    setChoice(undefined);
    if (remaining > 0) setClosed(news);
    else uploads.clear();
  };
  // Guards only the page where files were added last.
  const guard = (
    <UnsavedGuard
      key={items.length}
      when={isUploading}
      title="Uploads are in progress"
      text="They continue in the background while this tab stays open. Leave this page?"
    />
  );
  if (!isShown) return guard;
  return (
    <Affix position={{ bottom: isLifted ? 84 : 16, right: 16 }} zIndex={150}>
      <section ref={ref} className={classes.root} aria-label="Uploads" data-bar>
        <Group justify="space-between" wrap="nowrap" className={classes.head}>
          <Text fw={600} size="sm" role="status">
            {remaining > 0 ? `${count(remaining, 'upload')} remaining` : summary(items)}
          </Text>
          <Group gap={2} wrap="nowrap">
            <ActionIcon
              onClick={() => setChoice(!isOpen)}
              aria-label={isOpen ? 'Hide uploads' : 'Show uploads'}
              aria-expanded={isOpen}
            >
              {isOpen ? <IconChevronDown size={18} aria-hidden /> : <IconChevronUp size={18} aria-hidden />}
            </ActionIcon>
            <ActionIcon onClick={close} aria-label="Close uploads">
              <IconX size={18} aria-hidden />
            </ActionIcon>
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
      {guard}
    </Affix>
  );
};

/** Reserves the tray's height below the page, so that its last rows can be scrolled above the tray. */
const useReservedSpace = (isShown: boolean) => {
  const [ref, { height }] = useResizeObserver<HTMLElement>();
  const reserved = isShown ? height : 0;
  useEffect(() => {
    const { style } = document.documentElement;
    style.setProperty('--upload-tray-height', `${reserved}px`);
    return () => void style.removeProperty('--upload-tray-height');
  }, [reserved]);
  return ref;
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
