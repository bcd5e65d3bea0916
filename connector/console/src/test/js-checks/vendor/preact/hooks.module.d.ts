export * from '../../../../../target/js-checks/node_modules/preact/hooks/src/index';
