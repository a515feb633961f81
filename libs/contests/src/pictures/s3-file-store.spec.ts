import { bucketUrlOf } from './s3-file-store.js';

describe('the address of a bucket', () => {
  it.each([
    ['https://s3.eu-west-1.amazonaws.com', true, 'https://s3.eu-west-1.amazonaws.com/pictures/'],
    ['https://s3.eu-west-1.amazonaws.com/', false, 'https://pictures.s3.eu-west-1.amazonaws.com/'],
    ['http://minio:9000/base', true, 'http://minio:9000/base/pictures/'],
    ['https://store.example:8443', false, 'https://pictures.store.example:8443/'],
  ])('at %s with the bucket in the path: %s', (endpoint, pathStyle, address) => {
    expect(bucketUrlOf({ endpoint, bucket: 'pictures', pathStyle }).href).toBe(address);
  });
});
