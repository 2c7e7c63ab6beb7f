import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AccountKey } from '#contract/rules/keys.ts';
import { useMay } from '#web/features/session/queries.ts';
import { planFeaturesQuery } from '../queries.ts';
import { inGb } from './in-gb.ts';

/** The account's storage usage, shown where files are added, to users who may see the plan. */
export const StorageLeft = ({ accountKey }: { accountKey: AccountKey }) => {
  const mayRead = useMay('account.readPlan', { accountKey });
  const { data } = useQuery({ ...planFeaturesQuery(accountKey), enabled: mayRead, throwOnError: false });
  if (!mayRead) return null;
  const isFull = data !== undefined && data.usage.storage >= data.allowedStorageBytes;
  return (
    <Text size="sm" mih="1.55em" c={isFull ? 'red' : 'dimmed'} className="numbers">
      {data && storageWords(inGb(data.usage.storage), inGb(data.allowedStorageBytes))}
    </Text>
  );
};

const storageWords = (used: number, allowed: number): string =>
  `Storage: ${used.toLocaleString('en')} of ${allowed.toLocaleString('en')} GB used`;
