import {
  ActionIcon,
  Anchor,
  Breadcrumbs,
  Checkbox,
  Group,
  NativeSelect,
  ScrollArea,
  Text,
  TextInput,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconChevronRight, IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import type { Target } from '#contract/rules/ad-rules.ts';
import type { AccountKey } from '#contract/rules/keys.ts';
import { loadChunk } from '#web/lib/chunks.ts';
import { asApiError } from '#web/lib/api-error.ts';
import { whole } from '#web/lib/format.ts';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { targetQuery, targetsQuery } from '../queries.ts';
import { targetName, targetTypeNames } from '../shared/rule-text.ts';
import { segmentsOf } from '../shared/target-path.ts';
import classes from './Form.module.css';

const PlacesMap = lazy(() => loadChunk(() => import('./PlacesMap.tsx')).then((part) => ({ default: part.PlacesMap })));

type TargetTreeProps = { accountKey: AccountKey; chosen: readonly Target[]; onToggle: (target: Target) => void };

/** A tree of targets, one level at a time, with search; the numbers are listeners of the last 30 days. */
export const TargetTree = ({ accountKey, chosen, onToggle }: TargetTreeProps) => {
  const { data: roots, error } = useQuery({ ...targetsQuery(accountKey), throwOnError: false });
  const [type, setType] = useState<Target['type']>('location');
  const [path, setPath] = useState('');
  const [search, setSearch] = useState('');
  const [searched] = useDebouncedValue(search.trim(), 200);
  const query = targetQuery(accountKey, { type, path, search: searched === '' ? undefined : searched });
  const { data: place, error: placeError } = useQuery({ ...query, throwOnError: false });
  const failure = error ?? placeError;
  if (failure) return <Text role="alert">{asApiError(failure).text}</Text>;
  if (!roots) return <ScreenSkeleton />;
  const isMapShown =
    type === 'location' && path === '' && searched === '' && place !== undefined && place.children.length > 0;
  const go = (to: string): void => {
    setPath(to);
    setSearch('');
  };
  return (
    <div>
      <Group gap="sm" grow preventGrowOverflow={false}>
        <NativeSelect
          label="By"
          value={type}
          onChange={({ currentTarget }) => {
            setType(currentTarget.value as Target['type']);
            go('');
          }}
          data={roots.map((root) => ({ value: root.type, label: targetTypeNames[root.type] }))}
        />
        <TextInput
          label="Search"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
          leftSection={<IconSearch size={16} aria-hidden />}
        />
      </Group>
      <Path type={type} path={path} onGo={go} />
      {isMapShown && (
        <Suspense>
          <PlacesMap places={place.children} onOpen={go} />
        </Suspense>
      )}
      <ScrollArea.Autosize mah={isMapShown ? 210 : 280} type="auto" className={classes.places}>
        {!place ? (
          <ScreenSkeleton />
        ) : place.children.length === 0 ? (
          <Text size="sm" c="dimmed" p="sm">
            {searched === '' ? 'Nobody has listened from here in the last 30 days.' : 'Nothing found.'}
          </Text>
        ) : (
          <ul className={classes.list} aria-label={targetTypeNames[type]}>
            {place.children.map((child) => (
              <li key={child.path} className={classes.place}>
                <Checkbox
                  label={child.label}
                  checked={chosen.some((one) => one.type === type && one.path === child.path)}
                  onChange={() => onToggle({ type, path: child.path })}
                />
                <span className={`numbers ${classes.listeners}`}>{whole(child.listeners30d)}</span>
                {child.hasChildren ? (
                  <ActionIcon
                    variant="subtle"
                    size={32}
                    aria-label={`Open ${child.label}`}
                    onClick={() => go(child.path)}
                  >
                    <IconChevronRight size={18} aria-hidden />
                  </ActionIcon>
                ) : (
                  <span className={classes.noChildren} />
                )}
              </li>
            ))}
          </ul>
        )}
      </ScrollArea.Autosize>
    </div>
  );
};

const noStations: ReadonlyMap<string, string> = new Map();

/** Where in the tree one is; each part leads back there. */
const Path = ({ type, path, onGo }: { type: Target['type']; path: string; onGo: (path: string) => void }) => {
  if (path === '') return <div className={classes.path} />;
  const parts = path.split('/');
  return (
    <Breadcrumbs className={classes.path} aria-label="Place">
      <Anchor component="button" type="button" size="sm" onClick={() => onGo('')}>
        All
      </Anchor>
      {segmentsOf(path).map((_, i) => {
        const to = parts.slice(0, i + 1).join('/');
        return (
          <Anchor key={to} component="button" type="button" size="sm" onClick={() => onGo(to)}>
            {targetName({ type, path: to }, noStations)}
          </Anchor>
        );
      })}
    </Breadcrumbs>
  );
};
