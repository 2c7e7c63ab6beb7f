/** A valid call of every sign-in endpoint. */
export const signInFixtures = {
  'signIn.endSession': { params: { id: 'unknown' } },
  'signIn.addApp': { body: { code: '123456', name: 'Phone' } },
  'signIn.addPasskey': { body: { response: {}, name: 'Laptop' } },
  'signIn.removeFactor': { params: { id: 'unknown' } },
};
