import { amountText } from '#contract/rules/money.ts';
import {
  notifyAndEmail,
  oneLine,
  portalAdministrators,
  type PersonalEmails,
} from '#server/domains/portal/personal-emails.service.ts';
import type { Person } from '#server/kernel/http/handler.ts';
import type { Kernel, Tx } from '#server/kernel/kernel.ts';
import { stepTaken } from './ad-requests.events.ts';
import { accountSide, stationsAsked, type RequestRow } from './ad-requests.repo.ts';

/** What happened to a request: the portal is notified of the account's steps, the account of the portal's. */
export type Step =
  | 'submitted'
  | 'changed'
  | 'withdrawn'
  | 'asked'
  | 'needsChanges'
  | 'rejected'
  | 'approved'
  | 'answered';

export type StepDeps = Pick<Kernel, 'events' | 'clock' | 'config'>;

type Taken = {
  row: Pick<RequestRow, 'id' | 'account_key' | 'requested_by' | 'form' | 'cost_minor' | 'currency'>;
  company: string;
  step: Step;
  by: Person;
  words?: string;
};

/** Notifies the other side of a step, except who took it, as `notify` does. */
export const notifyOfStep = async (
  tx: Tx,
  deps: StepDeps,
  { row, company, step, by, words = '' }: Taken,
): Promise<void> => {
  const toPortal = isOfAccount(step);
  const people = toPortal ? await portalAdministrators(tx) : await accountSide(tx, row);
  const { form, cost_minor, currency } = row;
  const path = toPortal ? '/portal/ad-requests' : `/accounts/${row.account_key}/advertising/requests/${row.id}`;
  const link = `${deps.config.publicUrl}${path}`;
  const facts = `${form.impressionsGoal.toLocaleString('en')} impressions from ${form.startDate} to ${form.endDate} for ${amountText(cost_minor, currency)}.`;
  await notify(tx, deps, {
    ...titles[step]({ company: oneLine(company), campaign: oneLine(form.campaignName) }),
    to: people.filter(({ id }) => id !== by.id).map((person) => ({ ...person, link })),
    paragraphs: words === '' ? [facts] : [words, facts],
    label: 'Open the request',
  });
};

/** Asks the owners of the stations that approve each campaign of others about a new one. */
export const askStations = async (
  tx: Tx,
  deps: StepDeps,
  { account_key, form }: Pick<RequestRow, 'account_key' | 'form'>,
): Promise<void> => {
  const campaign = oneLine(form.campaignName);
  const to = await stationsAsked(tx, { account: account_key, advertiser: form.advertiser, category: form.category });
  await notify(tx, deps, {
    title: `The campaign ${campaign} waits for your approval`,
    level: 'info',
    to: to.map(({ account, station, ...person }) => ({
      ...person,
      link: `${deps.config.publicUrl}/accounts/${account}/stations/${station}/settings/audio-ads/approvals`,
    })),
    paragraphs: [`It can play from ${form.startDate} to ${form.endDate}. Listen to it, then approve or reject it.`],
    label: 'Open the approvals',
  });
};

type Message = Pick<PersonalEmails, 'to'> & Title & { paragraphs: string[]; label: string };

/** Notifies people by inbox and e-mail, once: in the transaction that takes the step. */
const notify = async (tx: Tx, deps: StepDeps, message: Message): Promise<void> =>
  await notifyAndEmail(tx, deps, stepTaken, { ...message, kind: 'advertising', text: message.paragraphs[0] ?? '' });

const isOfAccount = (step: Step): boolean => ['submitted', 'changed', 'withdrawn', 'asked'].includes(step);

type Named = { company: string; campaign: string };
type Title = { title: string; level: 'info' | 'success' | 'warning' };

const titles: Record<Step, (named: Named) => Title> = {
  submitted: ({ company, campaign }) => ({ title: `${company} requests the campaign ${campaign}`, level: 'info' }),
  changed: ({ company, campaign }) => ({ title: `${company} changed the request for ${campaign}`, level: 'info' }),
  withdrawn: ({ company, campaign }) => ({ title: `${company} withdrew the request for ${campaign}`, level: 'info' }),
  asked: ({ company, campaign }) => ({ title: `${company} wrote about the campaign ${campaign}`, level: 'info' }),
  answered: ({ campaign }) => ({ title: `A message about your campaign ${campaign}`, level: 'info' }),
  needsChanges: ({ campaign }) => ({ title: `Please change your request for ${campaign}`, level: 'warning' }),
  rejected: ({ campaign }) => ({ title: `Your request for ${campaign} was rejected`, level: 'warning' }),
  approved: ({ campaign }) => ({ title: `Your campaign ${campaign} was approved`, level: 'success' }),
};
