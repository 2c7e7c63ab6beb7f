import { Button, Group, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { AccountKey } from '#contract/rules/keys.ts';
import { limits } from '#contract/rules/limits.ts';
import { DomainName } from '#contract/api/site-domain.ts';
import type { Site } from '#contract/api/site.ts';
import { useMay } from '#web/features/session/queries.ts';
import { toastSuccess } from '#web/lib/toasts.tsx';
import { ContractForm, useContractForm } from '#web/ui/form/ContractForm.tsx';
import { ScreenSkeleton } from '#web/ui/ScreenSkeleton.tsx';
import { Surface } from '#web/ui/Surface.tsx';
import { AdsTxtSurface } from './AdsTxtSurface.tsx';
import { DomainCard } from './DomainCard.tsx';
import { siteQuery, useAddDomain } from './queries.ts';
import classes from './editor/Editor.module.css';

const route = getRouteApi('/shell/accounts/$accountKey');

/** `…/microsite/domains`: the domains of the site, and the ads.txt at them. */
export const DomainsScreen = () => {
  const { accountKey } = route.useParams();
  const query = { ...siteQuery(accountKey), refetchOnMount: 'always' as const };
  const { data: site, error, isFetchedAfterMount } = useQuery(query);
  const readOnly = !useMay('account.writeSite', { accountKey });
  if (error && !site) throw error;
  if (!site || !isFetchedAfterMount) return <ScreenSkeleton />;
  return (
    <div className={classes.form} key={accountKey}>
      <Surface
        title="Domains"
        description="Your site at an address of your own, such as www.example.com. Its certificate is created by itself."
      >
        <Adding accountKey={accountKey} site={site} readOnly={readOnly} />
      </Surface>
      {site.domains.map((domain) => (
        <DomainCard key={domain.domain} accountKey={accountKey} domain={domain} readOnly={readOnly} />
      ))}
      {site.revision > 0 && <AdsTxtSurface accountKey={accountKey} site={site} readOnly={readOnly} />}
    </div>
  );
};

type AddingProps = { accountKey: AccountKey; site: Site; readOnly: boolean };

const Adding = ({ accountKey, site, readOnly }: AddingProps) => {
  if (site.revision === 0)
    return (
      <Group>
        <Text size="sm">Save the site first.</Text>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link to="/accounts/$accountKey/microsite/editor" params={{ accountKey }} {...props} />
          )}
        >
          Open the editor
        </Button>
      </Group>
    );
  if (!site.may_use_domains)
    return (
      <Group>
        <Text size="sm">{`Your plan does not include a domain of your own. Your site is at ${site.url}.`}</Text>
        <Button
          variant="default"
          renderRoot={(props) => <Link to="/accounts/$accountKey/upgrade" params={{ accountKey }} {...props} />}
        >
          Compare plans
        </Button>
      </Group>
    );
  if (readOnly) return <Text size="sm">Only people who may change the site can add domains.</Text>;
  if (site.domains.length >= limits.siteDomains)
    return <Text size="sm">{`A site can have ${limits.siteDomains} domains.`}</Text>;
  return <AddForm accountKey={accountKey} />;
};

const Body = z.object({ domain: DomainName });

const AddForm = ({ accountKey }: { accountKey: AccountKey }) => {
  const add = useAddDomain(accountKey);
  const form = useContractForm<z.input<typeof Body>, z.output<typeof Body>>(Body, { domain: '' });
  const [count, setCount] = useState(0);
  return (
    <ContractForm
      key={count}
      form={form}
      submit="Add domain"
      onSubmit={async ({ domain }) => {
        await add.mutateAsync(domain);
        form.reset({ domain: '' });
        setCount(count + 1);
        toastSuccess('Now create the two DNS records below.', 'Domain added');
      }}
    >
      <TextInput
        {...form.register('domain')}
        label="Domain"
        placeholder="www.example.com"
        maw={420}
        error={form.formState.errors.domain?.message}
      />
    </ContractForm>
  );
};
