import { Button, Text } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { StationKey } from '#contract/rules/keys.ts';
import type { RawFileQuery } from '#contract/api/raw-data.ts';
import { byteSize } from '#web/lib/format.ts';
import { useDownloadRaw } from './queries.ts';

/** Interval of progress updates. */
const progressMs = 250;

/** Downloads a period as CSV with progress; can be cancelled. */
export const DownloadButton = ({ stationKey, request }: { stationKey: StationKey; request: RawFileQuery }) => {
  const download = useDownloadRaw(stationKey);
  const running = useRef<AbortController>(undefined);
  const [bytes, setBytes] = useState(0);
  useEffect(() => () => running.current?.abort(), []);
  const start = (): void => {
    const controller = new AbortController();
    running.current = controller;
    setBytes(0);
    let updated = 0;
    const onBytes = (received: number): void => {
      if (Date.now() - updated < progressMs) return;
      updated = Date.now();
      setBytes(received);
    };
    download.mutate({ request, signal: controller.signal, onBytes });
  };
  return (
    <>
      <Button leftSection={<IconDownload size={18} aria-hidden />} loading={download.isPending} onClick={start}>
        Download CSV
      </Button>
      {download.isPending && (
        <>
          <Button
            variant="subtle"
            color="gray"
            leftSection={<IconX size={18} aria-hidden />}
            onClick={() => running.current?.abort()}
          >
            Cancel
          </Button>
          <Text size="sm" c="dimmed" className="numbers">
            {bytes === 0 ? 'Loading…' : `${byteSize(bytes)} received`}
          </Text>
        </>
      )}
    </>
  );
};
