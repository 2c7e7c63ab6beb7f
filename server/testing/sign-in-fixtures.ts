/** A valid call of every sign-in endpoint. */
export const signInFixtures = {
  'signIn.state': {},
  'signIn.sessions': {},
  'signIn.endSession': { params: { id: 'unknown' } },
  'signIn.endOtherSessions': {},
  'signIn.beginApp': {},
  'signIn.addApp': { body: { code: '123456', name: 'Phone' } },
  'signIn.beginPasskey': {},
  'signIn.addPasskey': { body: { response: {}, name: 'Laptop' } },
  'signIn.renewRecoveryCodes': {},
  'signIn.removeFactor': { params: { id: 'unknown' } },
};
