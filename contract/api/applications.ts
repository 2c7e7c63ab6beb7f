import * as z from 'zod/mini';
import { endpoint } from './http.ts';
import { text } from '../rules/listing.ts';

/** A mobile app of an account; it reports events under its key. */
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

const ApplicationId = { applicationId: z.uuid('Not the ID of an app.') };

/** Endpoints for the mobile apps of an account; only for brands with app analytics. */
export const applications = {
  applications: endpoint('GET accounts/{id}/applications', {
    flag: 'appAnalytics',
    access: 'account.readApplications',
    summary: 'The mobile apps of an account',
    returns: z.array(Application),
  }),
  addApplication: endpoint('POST accounts/{id}/applications', {
    flag: 'appAnalytics',
    access: 'account.writeApplications',
    summary: 'Add a mobile app and create its key',
    body: NewApplication,
    returns: Application,
    status: 201,
    idempotent: true,
    spec: 'own',
    changes: ['accounts/{id}/applications'],
  }),
  removeApplication: endpoint('DELETE accounts/{id}/applications/{applicationId}', {
    flag: 'appAnalytics',
    access: 'account.writeApplications',
    summary: 'Remove a mobile app; its key stops working',
    params: ApplicationId,
    spec: 'own',
    changes: ['accounts/{id}/applications'],
  }),
};
