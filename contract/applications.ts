import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from './listing.ts';

/** A mobile application of an account: what it reports comes in under its key. */
export const Application = z.object({
  id: z.string(),
  name: z.string(),
  platform: z.enum(['ios', 'android']),
  applicationKey: z.string(),
  created: z.string(),
});
export const NewApplication = z.object({
  name: text(100).check(z.minLength(1, 'This field is required')),
  platform: z.enum(['ios', 'android']),
});

const ApplicationId = { applicationId: z.uuid('Not the id of an application.') };

/** The calls about the mobile applications of an account; brands without app analytics have none. */
export const applications = {
  applications: endpoint('GET accounts/{id}/applications', {
    flag: 'appAnalytics',
    access: 'account.readApplications',
    summary: 'The mobile applications of an account',
    returns: z.array(Application),
  }),
  addApplication: endpoint('POST accounts/{id}/applications', {
    flag: 'appAnalytics',
    access: 'account.writeApplications',
    summary: 'Add a mobile application; it gets a key to report with',
    body: NewApplication,
    returns: Application,
    status: 201,
    idempotent: true,
    spec: 'own',
  }),
  removeApplication: endpoint('DELETE accounts/{id}/applications/{applicationId}', {
    flag: 'appAnalytics',
    access: 'account.writeApplications',
    summary: 'Remove a mobile application; its key is refused from then on',
    params: ApplicationId,
    spec: 'own',
  }),
};
