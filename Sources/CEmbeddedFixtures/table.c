// Written by `make embed` from the files of Fixtures/ and certs/; do not edit.
#include "embedded_fixtures.h"
// #embed is C23, which the compiler offers everywhere and remarks on.
#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char file_0[] = {
#embed "../../Fixtures/README.md" suffix(, 0) if_empty(0)
};
static const unsigned char file_1[] = {
#embed "../../Fixtures/catalogue/api-keys.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_2[] = {
#embed "../../Fixtures/catalogue/concurrency.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_3[] = {
#embed "../../Fixtures/catalogue/connect.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_4[] = {
#embed "../../Fixtures/catalogue/editing.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_5[] = {
#embed "../../Fixtures/catalogue/federation.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_6[] = {
#embed "../../Fixtures/catalogue/http-authentication.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_7[] = {
#embed "../../Fixtures/catalogue/identity-providers.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_8[] = {
#embed "../../Fixtures/catalogue/identity-proxy.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_9[] = {
#embed "../../Fixtures/catalogue/leaks.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_10[] = {
#embed "../../Fixtures/catalogue/lifecycle.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_11[] = {
#embed "../../Fixtures/catalogue/oauth.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_12[] = {
#embed "../../Fixtures/catalogue/pki.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_13[] = {
#embed "../../Fixtures/catalogue/queries.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_14[] = {
#embed "../../Fixtures/catalogue/rules.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_15[] = {
#embed "../../Fixtures/catalogue/tokens.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_16[] = {
#embed "../../Fixtures/catalogue/transport.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_17[] = {
#embed "../../Fixtures/catalogue/trust.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_18[] = {
#embed "../../Fixtures/catalogue/webmaps.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_19[] = {
#embed "../../Fixtures/catalogue/windows-authentication.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_20[] = {
#embed "../../Fixtures/conformance/example.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_21[] = {
#embed "../../Fixtures/init/presets/my-portal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_22[] = {
#embed "../../Fixtures/init/scenarios/trees.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_23[] = {
#embed "../../Fixtures/init/world/groups.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_24[] = {
#embed "../../Fixtures/init/world/items.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_25[] = {
#embed "../../Fixtures/init/world/services/Trees.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_26[] = {
#embed "../../Fixtures/init/world/services/trees.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_27[] = {
#embed "../../Fixtures/init/world/users.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_28[] = {
#embed "../../Fixtures/presets/anonymous.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_29[] = {
#embed "../../Fixtures/presets/api-key.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_30[] = {
#embed "../../Fixtures/presets/basic-digest.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_31[] = {
#embed "../../Fixtures/presets/basic-token.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_32[] = {
#embed "../../Fixtures/presets/basic.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_33[] = {
#embed "../../Fixtures/presets/client-purpose.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_34[] = {
#embed "../../Fixtures/presets/digest-sha256.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_35[] = {
#embed "../../Fixtures/presets/digest-token.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_36[] = {
#embed "../../Fixtures/presets/digest.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_37[] = {
#embed "../../Fixtures/presets/exchange.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_38[] = {
#embed "../../Fixtures/presets/expired.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_39[] = {
#embed "../../Fixtures/presets/general.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_40[] = {
#embed "../../Fixtures/presets/http-redirect.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_41[] = {
#embed "../../Fixtures/presets/http-refused.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_42[] = {
#embed "../../Fixtures/presets/iap.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_43[] = {
#embed "../../Fixtures/presets/ip-san.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_44[] = {
#embed "../../Fixtures/presets/iwa-basic.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_45[] = {
#embed "../../Fixtures/presets/iwa-kerberos.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_46[] = {
#embed "../../Fixtures/presets/iwa-ntlm.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_47[] = {
#embed "../../Fixtures/presets/iwa.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_48[] = {
#embed "../../Fixtures/presets/legacy.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_49[] = {
#embed "../../Fixtures/presets/mfa.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_50[] = {
#embed "../../Fixtures/presets/missing-intermediate.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_51[] = {
#embed "../../Fixtures/presets/negotiate.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_52[] = {
#embed "../../Fixtures/presets/no-san.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_53[] = {
#embed "../../Fixtures/presets/not-yet-valid.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_54[] = {
#embed "../../Fixtures/presets/oauth-app.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_55[] = {
#embed "../../Fixtures/presets/oauth.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_56[] = {
#embed "../../Fixtures/presets/oidc.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_57[] = {
#embed "../../Fixtures/presets/organization.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_58[] = {
#embed "../../Fixtures/presets/pki-apache.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_59[] = {
#embed "../../Fixtures/presets/pki-iis.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_60[] = {
#embed "../../Fixtures/presets/pki-nginx.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_61[] = {
#embed "../../Fixtures/presets/pki-optional.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_62[] = {
#embed "../../Fixtures/presets/pki-token.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_63[] = {
#embed "../../Fixtures/presets/pki.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_64[] = {
#embed "../../Fixtures/presets/plain-http.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_65[] = {
#embed "../../Fixtures/presets/providers.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_66[] = {
#embed "../../Fixtures/presets/reversed-chain.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_67[] = {
#embed "../../Fixtures/presets/saml.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_68[] = {
#embed "../../Fixtures/presets/self-signed.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_69[] = {
#embed "../../Fixtures/presets/short-lived.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_70[] = {
#embed "../../Fixtures/presets/standalone.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_71[] = {
#embed "../../Fixtures/presets/strict-organization.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_72[] = {
#embed "../../Fixtures/presets/token.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_73[] = {
#embed "../../Fixtures/presets/untrusted-root.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_74[] = {
#embed "../../Fixtures/presets/wrong-host.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_75[] = {
#embed "../../Fixtures/products/enterprise-10.9.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_76[] = {
#embed "../../Fixtures/products/enterprise-11.1.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_77[] = {
#embed "../../Fixtures/products/enterprise-11.3.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_78[] = {
#embed "../../Fixtures/products/enterprise-11.5.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_79[] = {
#embed "../../Fixtures/products/online.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_80[] = {
#embed "../../Fixtures/scenarios/FAULTS.md" suffix(, 0) if_empty(0)
};
static const unsigned char file_81[] = {
#embed "../../Fixtures/scenarios/README.md" suffix(, 0) if_empty(0)
};
static const unsigned char file_82[] = {
#embed "../../Fixtures/scenarios/api-keys/counts-as-sign-in.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_83[] = {
#embed "../../Fixtures/scenarios/api-keys/no-user.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_84[] = {
#embed "../../Fixtures/scenarios/api-keys/own-key.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_85[] = {
#embed "../../Fixtures/scenarios/api-keys/refused-then-asked.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_86[] = {
#embed "../../Fixtures/scenarios/api-keys/refused.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_87[] = {
#embed "../../Fixtures/scenarios/api-keys/scope.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_88[] = {
#embed "../../Fixtures/scenarios/api-keys/stored-credential-first.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_89[] = {
#embed "../../Fixtures/scenarios/api-keys/used.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_90[] = {
#embed "../../Fixtures/scenarios/concurrency/acquisition-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_91[] = {
#embed "../../Fixtures/scenarios/concurrency/after-failure.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_92[] = {
#embed "../../Fixtures/scenarios/concurrency/answered-twice.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_93[] = {
#embed "../../Fixtures/scenarios/concurrency/cancel-for-all.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_94[] = {
#embed "../../Fixtures/scenarios/concurrency/cold-start.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_95[] = {
#embed "../../Fixtures/scenarios/concurrency/handler-never-answers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_96[] = {
#embed "../../Fixtures/scenarios/concurrency/handler-replaced.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_97[] = {
#embed "../../Fixtures/scenarios/concurrency/handler-with-requests.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_98[] = {
#embed "../../Fixtures/scenarios/concurrency/late-refusal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_99[] = {
#embed "../../Fixtures/scenarios/concurrency/load-twice.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_100[] = {
#embed "../../Fixtures/scenarios/concurrency/one-prompt.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_101[] = {
#embed "../../Fixtures/scenarios/concurrency/questions-in-a-queue.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_102[] = {
#embed "../../Fixtures/scenarios/concurrency/refused-together.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_103[] = {
#embed "../../Fixtures/scenarios/concurrency/renewal-and-refusal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_104[] = {
#embed "../../Fixtures/scenarios/concurrency/sign-out-during-acquisition.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_105[] = {
#embed "../../Fixtures/scenarios/concurrency/waiter-cancelled.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_106[] = {
#embed "../../Fixtures/scenarios/concurrency/waiters-cancelled.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_107[] = {
#embed "../../Fixtures/scenarios/connect/anonymous-general.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_108[] = {
#embed "../../Fixtures/scenarios/connect/anonymous-organization.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_109[] = {
#embed "../../Fixtures/scenarios/connect/anonymous-then-challenged.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_110[] = {
#embed "../../Fixtures/scenarios/connect/authenticated-cancel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_111[] = {
#embed "../../Fixtures/scenarios/connect/authenticated-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_112[] = {
#embed "../../Fixtures/scenarios/connect/authenticated-no-handler.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_113[] = {
#embed "../../Fixtures/scenarios/connect/authenticated-stored.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_114[] = {
#embed "../../Fixtures/scenarios/connect/cascading-anonymous.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_115[] = {
#embed "../../Fixtures/scenarios/connect/cascading-cancelled.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_116[] = {
#embed "../../Fixtures/scenarios/connect/cascading-map.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_117[] = {
#embed "../../Fixtures/scenarios/connect/cascading-oauth.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_118[] = {
#embed "../../Fixtures/scenarios/connect/cascading-search.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_119[] = {
#embed "../../Fixtures/scenarios/connect/cascading-together.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_120[] = {
#embed "../../Fixtures/scenarios/connect/cascading-unasked.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_121[] = {
#embed "../../Fixtures/scenarios/connect/context.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_122[] = {
#embed "../../Fixtures/scenarios/connect/default-basemap.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_123[] = {
#embed "../../Fixtures/scenarios/connect/dropped.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_124[] = {
#embed "../../Fixtures/scenarios/connect/featured.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_125[] = {
#embed "../../Fixtures/scenarios/connect/find-items.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_126[] = {
#embed "../../Fixtures/scenarios/connect/member-general.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_127[] = {
#embed "../../Fixtures/scenarios/connect/no-item-id.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_128[] = {
#embed "../../Fixtures/scenarios/connect/notified-of-failure.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_129[] = {
#embed "../../Fixtures/scenarios/connect/notified-of-load.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_130[] = {
#embed "../../Fixtures/scenarios/connect/password-case.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_131[] = {
#embed "../../Fixtures/scenarios/connect/picture-again.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_132[] = {
#embed "../../Fixtures/scenarios/connect/portal-thumbnails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_133[] = {
#embed "../../Fixtures/scenarios/connect/private-anonymous.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_134[] = {
#embed "../../Fixtures/scenarios/connect/private-member.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_135[] = {
#embed "../../Fixtures/scenarios/connect/private-reduced.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_136[] = {
#embed "../../Fixtures/scenarios/connect/private-stranger.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_137[] = {
#embed "../../Fixtures/scenarios/connect/profile.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_138[] = {
#embed "../../Fixtures/scenarios/connect/resubmit-credential.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_139[] = {
#embed "../../Fixtures/scenarios/connect/resubmit-ignored.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_140[] = {
#embed "../../Fixtures/scenarios/connect/resubmit-new-credential.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_141[] = {
#embed "../../Fixtures/scenarios/connect/search-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_142[] = {
#embed "../../Fixtures/scenarios/connect/searches-heard.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_143[] = {
#embed "../../Fixtures/scenarios/connect/silent-sign-in.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_144[] = {
#embed "../../Fixtures/scenarios/connect/thumbnail-absent.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_145[] = {
#embed "../../Fixtures/scenarios/connect/thumbnail.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_146[] = {
#embed "../../Fixtures/scenarios/connect/tolerant-decoding.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_147[] = {
#embed "../../Fixtures/scenarios/connect/url-spelling.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_148[] = {
#embed "../../Fixtures/scenarios/connect/user-without-organization.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_149[] = {
#embed "../../Fixtures/scenarios/editing/apart.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_150[] = {
#embed "../../Fixtures/scenarios/editing/attach-a-file.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_151[] = {
#embed "../../Fixtures/scenarios/editing/attach.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_152[] = {
#embed "../../Fixtures/scenarios/editing/capability.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_153[] = {
#embed "../../Fixtures/scenarios/editing/change-attachments.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_154[] = {
#embed "../../Fixtures/scenarios/editing/expired-token.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_155[] = {
#embed "../../Fixtures/scenarios/editing/global-ids.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_156[] = {
#embed "../../Fixtures/scenarios/editing/lost.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_157[] = {
#embed "../../Fixtures/scenarios/editing/no-attachments.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_158[] = {
#embed "../../Fixtures/scenarios/editing/no-choice-of-rollback.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_159[] = {
#embed "../../Fixtures/scenarios/editing/no-results.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_160[] = {
#embed "../../Fixtures/scenarios/editing/one-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_161[] = {
#embed "../../Fixtures/scenarios/editing/one-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_162[] = {
#embed "../../Fixtures/scenarios/editing/rolled-back.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_163[] = {
#embed "../../Fixtures/scenarios/editing/several-layers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_164[] = {
#embed "../../Fixtures/scenarios/editing/token-in-form.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_165[] = {
#embed "../../Fixtures/scenarios/federation/another-name.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_166[] = {
#embed "../../Fixtures/scenarios/federation/another-of-its-servers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_167[] = {
#embed "../../Fixtures/scenarios/federation/another-owner-on-the-host.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_168[] = {
#embed "../../Fixtures/scenarios/federation/below-a-url.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_169[] = {
#embed "../../Fixtures/scenarios/federation/both-expired.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_170[] = {
#embed "../../Fixtures/scenarios/federation/exchange-refused.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_171[] = {
#embed "../../Fixtures/scenarios/federation/exchanged.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_172[] = {
#embed "../../Fixtures/scenarios/federation/foreign-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_173[] = {
#embed "../../Fixtures/scenarios/federation/foreign-secured.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_174[] = {
#embed "../../Fixtures/scenarios/federation/host-case.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_175[] = {
#embed "../../Fixtures/scenarios/federation/loaded-while-asked.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_176[] = {
#embed "../../Fixtures/scenarios/federation/look-alike.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_177[] = {
#embed "../../Fixtures/scenarios/federation/most-specific.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_178[] = {
#embed "../../Fixtures/scenarios/federation/not-shareable.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_179[] = {
#embed "../../Fixtures/scenarios/federation/online-family.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_180[] = {
#embed "../../Fixtures/scenarios/federation/public-unowned.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_181[] = {
#embed "../../Fixtures/scenarios/federation/replaced.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_182[] = {
#embed "../../Fixtures/scenarios/federation/server-credential-stays.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_183[] = {
#embed "../../Fixtures/scenarios/federation/server-token-expired.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_184[] = {
#embed "../../Fixtures/scenarios/federation/signed-in-by-an-item.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_185[] = {
#embed "../../Fixtures/scenarios/federation/signs-in-to-the-owner.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_186[] = {
#embed "../../Fixtures/scenarios/federation/stand-alone-renewal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_187[] = {
#embed "../../Fixtures/scenarios/federation/stand-alone.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_188[] = {
#embed "../../Fixtures/scenarios/federation/two-contexts.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_189[] = {
#embed "../../Fixtures/scenarios/federation/untrusted-server.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_190[] = {
#embed "../../Fixtures/scenarios/http/asked-again.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_191[] = {
#embed "../../Fixtures/scenarios/http/bare-401.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_192[] = {
#embed "../../Fixtures/scenarios/http/basic-ahead.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_193[] = {
#embed "../../Fixtures/scenarios/http/basic-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_194[] = {
#embed "../../Fixtures/scenarios/http/basic-characters.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_195[] = {
#embed "../../Fixtures/scenarios/http/basic-colon.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_196[] = {
#embed "../../Fixtures/scenarios/http/basic-five-wrong.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_197[] = {
#embed "../../Fixtures/scenarios/http/basic-given.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_198[] = {
#embed "../../Fixtures/scenarios/http/basic-insecure.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_199[] = {
#embed "../../Fixtures/scenarios/http/basic-wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_200[] = {
#embed "../../Fixtures/scenarios/http/cancel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_201[] = {
#embed "../../Fixtures/scenarios/http/digest-auth-and-auth-int.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_202[] = {
#embed "../../Fixtures/scenarios/http/digest-auth-int.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_203[] = {
#embed "../../Fixtures/scenarios/http/digest-before-basic.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_204[] = {
#embed "../../Fixtures/scenarios/http/digest-cold-start.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_205[] = {
#embed "../../Fixtures/scenarios/http/digest-map.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_206[] = {
#embed "../../Fixtures/scenarios/http/digest-md5.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_207[] = {
#embed "../../Fixtures/scenarios/http/digest-nextnonce.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_208[] = {
#embed "../../Fixtures/scenarios/http/digest-nonce-reuse.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_209[] = {
#embed "../../Fixtures/scenarios/http/digest-parallel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_210[] = {
#embed "../../Fixtures/scenarios/http/digest-post.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_211[] = {
#embed "../../Fixtures/scenarios/http/digest-quoting.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_212[] = {
#embed "../../Fixtures/scenarios/http/digest-session.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_213[] = {
#embed "../../Fixtures/scenarios/http/digest-sha256.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_214[] = {
#embed "../../Fixtures/scenarios/http/digest-stale-for-ever.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_215[] = {
#embed "../../Fixtures/scenarios/http/digest-stale-later.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_216[] = {
#embed "../../Fixtures/scenarios/http/digest-stale.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_217[] = {
#embed "../../Fixtures/scenarios/http/digest-stronger-first.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_218[] = {
#embed "../../Fixtures/scenarios/http/digest-unknown-algorithm.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_219[] = {
#embed "../../Fixtures/scenarios/http/digest-weaker-first.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_220[] = {
#embed "../../Fixtures/scenarios/http/digest-without-qop.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_221[] = {
#embed "../../Fixtures/scenarios/http/digest-wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_222[] = {
#embed "../../Fixtures/scenarios/http/negotiate-only.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_223[] = {
#embed "../../Fixtures/scenarios/http/no-handler.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_224[] = {
#embed "../../Fixtures/scenarios/http/password-changed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_225[] = {
#embed "../../Fixtures/scenarios/http/redirect-scope.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_226[] = {
#embed "../../Fixtures/scenarios/http/reject-order.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_227[] = {
#embed "../../Fixtures/scenarios/http/reject.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_228[] = {
#embed "../../Fixtures/scenarios/http/two-realms.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_229[] = {
#embed "../../Fixtures/scenarios/http/web-tier-and-token.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_230[] = {
#embed "../../Fixtures/scenarios/http/web-tier-before-tokens.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_231[] = {
#embed "../../Fixtures/scenarios/http/without.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_232[] = {
#embed "../../Fixtures/scenarios/identity-providers/assertion-refused.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_233[] = {
#embed "../../Fixtures/scenarios/identity-providers/choice.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_234[] = {
#embed "../../Fixtures/scenarios/identity-providers/consent-denied.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_235[] = {
#embed "../../Fixtures/scenarios/identity-providers/launched.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_236[] = {
#embed "../../Fixtures/scenarios/identity-providers/openid.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_237[] = {
#embed "../../Fixtures/scenarios/identity-providers/other-browser.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_238[] = {
#embed "../../Fixtures/scenarios/identity-providers/password-changed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_239[] = {
#embed "../../Fixtures/scenarios/identity-providers/provider-certificate.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_240[] = {
#embed "../../Fixtures/scenarios/identity-providers/provider-remembers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_241[] = {
#embed "../../Fixtures/scenarios/identity-providers/provider-session-over.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_242[] = {
#embed "../../Fixtures/scenarios/identity-providers/saml-listener.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_243[] = {
#embed "../../Fixtures/scenarios/identity-providers/saml.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_244[] = {
#embed "../../Fixtures/scenarios/identity-providers/second-factor.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_245[] = {
#embed "../../Fixtures/scenarios/identity-providers/sign-out-openid.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_246[] = {
#embed "../../Fixtures/scenarios/identity-providers/sign-out-saml.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_247[] = {
#embed "../../Fixtures/scenarios/identity-proxy/every-host.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_248[] = {
#embed "../../Fixtures/scenarios/identity-proxy/first-that-fits.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_249[] = {
#embed "../../Fixtures/scenarios/identity-proxy/none-fits.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_250[] = {
#embed "../../Fixtures/scenarios/identity-proxy/renewed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_251[] = {
#embed "../../Fixtures/scenarios/identity-proxy/signed-in.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_252[] = {
#embed "../../Fixtures/scenarios/identity-proxy/wildcard-not-itself.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_253[] = {
#embed "../../Fixtures/scenarios/identity-proxy/wildcards.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_254[] = {
#embed "../../Fixtures/scenarios/iwa/body.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_255[] = {
#embed "../../Fixtures/scenarios/iwa/bound.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_256[] = {
#embed "../../Fixtures/scenarios/iwa/cancelled.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_257[] = {
#embed "../../Fixtures/scenarios/iwa/clock-skew-portal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_258[] = {
#embed "../../Fixtures/scenarios/iwa/clock-skew.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_259[] = {
#embed "../../Fixtures/scenarios/iwa/closed-between-legs.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_260[] = {
#embed "../../Fixtures/scenarios/iwa/delegation.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_261[] = {
#embed "../../Fixtures/scenarios/iwa/domain.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_262[] = {
#embed "../../Fixtures/scenarios/iwa/each-request.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_263[] = {
#embed "../../Fixtures/scenarios/iwa/expired-ticket.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_264[] = {
#embed "../../Fixtures/scenarios/iwa/host-not-named.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_265[] = {
#embed "../../Fixtures/scenarios/iwa/host-redirected-to.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_266[] = {
#embed "../../Fixtures/scenarios/iwa/junk-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_267[] = {
#embed "../../Fixtures/scenarios/iwa/kept.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_268[] = {
#embed "../../Fixtures/scenarios/iwa/no-ticket-to-ntlm.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_269[] = {
#embed "../../Fixtures/scenarios/iwa/no-ticket.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_270[] = {
#embed "../../Fixtures/scenarios/iwa/ntlm.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_271[] = {
#embed "../../Fixtures/scenarios/iwa/other-realm.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_272[] = {
#embed "../../Fixtures/scenarios/iwa/other-user.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_273[] = {
#embed "../../Fixtures/scenarios/iwa/plain-ticket.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_274[] = {
#embed "../../Fixtures/scenarios/iwa/plain.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_275[] = {
#embed "../../Fixtures/scenarios/iwa/redirected.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_276[] = {
#embed "../../Fixtures/scenarios/iwa/service-unknown.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_277[] = {
#embed "../../Fixtures/scenarios/iwa/service-without-key.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_278[] = {
#embed "../../Fixtures/scenarios/iwa/ticket-bound.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_279[] = {
#embed "../../Fixtures/scenarios/iwa/ticket-each-request.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_280[] = {
#embed "../../Fixtures/scenarios/iwa/ticket-kept.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_281[] = {
#embed "../../Fixtures/scenarios/iwa/ticket-tunnel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_282[] = {
#embed "../../Fixtures/scenarios/iwa/ticket.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_283[] = {
#embed "../../Fixtures/scenarios/iwa/to-basic.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_284[] = {
#embed "../../Fixtures/scenarios/iwa/to-ntlm.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_285[] = {
#embed "../../Fixtures/scenarios/iwa/tokens-behind.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_286[] = {
#embed "../../Fixtures/scenarios/iwa/tunnel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_287[] = {
#embed "../../Fixtures/scenarios/iwa/unproven.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_288[] = {
#embed "../../Fixtures/scenarios/iwa/without-version-2.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_289[] = {
#embed "../../Fixtures/scenarios/iwa/wrong-password.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_290[] = {
#embed "../../Fixtures/scenarios/leaks/deep-json.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_291[] = {
#embed "../../Fixtures/scenarios/leaks/descriptions.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_292[] = {
#embed "../../Fixtures/scenarios/leaks/endless-body.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_293[] = {
#embed "../../Fixtures/scenarios/leaks/header-injection-environment.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_294[] = {
#embed "../../Fixtures/scenarios/leaks/header-injection-token.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_295[] = {
#embed "../../Fixtures/scenarios/leaks/hostile-member.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_296[] = {
#embed "../../Fixtures/scenarios/leaks/hostile-owner.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_297[] = {
#embed "../../Fixtures/scenarios/leaks/layer-over-tls.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_298[] = {
#embed "../../Fixtures/scenarios/leaks/log-secrecy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_299[] = {
#embed "../../Fixtures/scenarios/leaks/plain-only-password.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_300[] = {
#embed "../../Fixtures/scenarios/leaks/plain-only.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_301[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-another-path.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_302[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-cookies.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_303[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-downgrade.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_304[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-foreign-later.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_305[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-foreign.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_306[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-form-kept.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_307[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-login-page.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_308[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-loop.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_309[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-other-port.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_310[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-query-token.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_311[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-relative.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_312[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-see-other.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_313[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-token-request.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_314[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-unfit-target.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_315[] = {
#embed "../../Fixtures/scenarios/leaks/redirect-untrusted.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_316[] = {
#embed "../../Fixtures/scenarios/leaks/referer-hygiene.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_317[] = {
#embed "../../Fixtures/scenarios/leaks/upgrade-anonymous.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_318[] = {
#embed "../../Fixtures/scenarios/leaks/upgrade-credential.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_319[] = {
#embed "../../Fixtures/scenarios/leaks/upgrade-redirect.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_320[] = {
#embed "../../Fixtures/scenarios/lifecycle/asked-anew-after-clean-up.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_321[] = {
#embed "../../Fixtures/scenarios/lifecycle/authenticator-taken-away.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_322[] = {
#embed "../../Fixtures/scenarios/lifecycle/bare-after-sign-out.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_323[] = {
#embed "../../Fixtures/scenarios/lifecycle/cancel-load.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_324[] = {
#embed "../../Fixtures/scenarios/lifecycle/change-events.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_325[] = {
#embed "../../Fixtures/scenarios/lifecycle/cleared-without-revoking.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_326[] = {
#embed "../../Fixtures/scenarios/lifecycle/cookies-after-sign-out.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_327[] = {
#embed "../../Fixtures/scenarios/lifecycle/damaged-store.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_328[] = {
#embed "../../Fixtures/scenarios/lifecycle/everything-forgotten.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_329[] = {
#embed "../../Fixtures/scenarios/lifecycle/handlers-taken-away.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_330[] = {
#embed "../../Fixtures/scenarios/lifecycle/kept-over-a-restart.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_331[] = {
#embed "../../Fixtures/scenarios/lifecycle/load-after-failure.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_332[] = {
#embed "../../Fixtures/scenarios/lifecycle/load-when-loaded.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_333[] = {
#embed "../../Fixtures/scenarios/lifecycle/nothing-to-revoke.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_334[] = {
#embed "../../Fixtures/scenarios/lifecycle/password-kept.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_335[] = {
#embed "../../Fixtures/scenarios/lifecycle/question-withdrawn.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_336[] = {
#embed "../../Fixtures/scenarios/lifecycle/refreshed-after-restart.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_337[] = {
#embed "../../Fixtures/scenarios/lifecycle/remove-one.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_338[] = {
#embed "../../Fixtures/scenarios/lifecycle/retry-load.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_339[] = {
#embed "../../Fixtures/scenarios/lifecycle/second-store-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_340[] = {
#embed "../../Fixtures/scenarios/lifecycle/statuses.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_341[] = {
#embed "../../Fixtures/scenarios/lifecycle/trust-after-sign-out.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_342[] = {
#embed "../../Fixtures/scenarios/lifecycle/unreachable-store.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_343[] = {
#embed "../../Fixtures/scenarios/lifecycle/wrong-key.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_344[] = {
#embed "../../Fixtures/scenarios/oauth/application-refused.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_345[] = {
#embed "../../Fixtures/scenarios/oauth/application.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_346[] = {
#embed "../../Fixtures/scenarios/oauth/asked-again.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_347[] = {
#embed "../../Fixtures/scenarios/oauth/code-refused.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_348[] = {
#embed "../../Fixtures/scenarios/oauth/code-with-proof.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_349[] = {
#embed "../../Fixtures/scenarios/oauth/denied.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_350[] = {
#embed "../../Fixtures/scenarios/oauth/error-in-answer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_351[] = {
#embed "../../Fixtures/scenarios/oauth/error-page.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_352[] = {
#embed "../../Fixtures/scenarios/oauth/exchanged.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_353[] = {
#embed "../../Fixtures/scenarios/oauth/federated-server.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_354[] = {
#embed "../../Fixtures/scenarios/oauth/first-that-fits.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_355[] = {
#embed "../../Fixtures/scenarios/oauth/killed-after-rotation.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_356[] = {
#embed "../../Fixtures/scenarios/oauth/listener-given-up.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_357[] = {
#embed "../../Fixtures/scenarios/oauth/loopback.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_358[] = {
#embed "../../Fixtures/scenarios/oauth/no-plain-proof.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_359[] = {
#embed "../../Fixtures/scenarios/oauth/nobody-comes-back.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_360[] = {
#embed "../../Fixtures/scenarios/oauth/one-browser.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_361[] = {
#embed "../../Fixtures/scenarios/oauth/one-question-for-two-portals.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_362[] = {
#embed "../../Fixtures/scenarios/oauth/one-renewal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_363[] = {
#embed "../../Fixtures/scenarios/oauth/other-portal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_364[] = {
#embed "../../Fixtures/scenarios/oauth/other-user.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_365[] = {
#embed "../../Fixtures/scenarios/oauth/out-of-band.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_366[] = {
#embed "../../Fixtures/scenarios/oauth/page-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_367[] = {
#embed "../../Fixtures/scenarios/oauth/page-left.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_368[] = {
#embed "../../Fixtures/scenarios/oauth/pasted.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_369[] = {
#embed "../../Fixtures/scenarios/oauth/proof-quality.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_370[] = {
#embed "../../Fixtures/scenarios/oauth/question-during-sign-in.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_371[] = {
#embed "../../Fixtures/scenarios/oauth/redirect-differs.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_372[] = {
#embed "../../Fixtures/scenarios/oauth/refresh-dead.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_373[] = {
#embed "../../Fixtures/scenarios/oauth/refreshed-ahead.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_374[] = {
#embed "../../Fixtures/scenarios/oauth/refreshed-on-refusal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_375[] = {
#embed "../../Fixtures/scenarios/oauth/revocation-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_376[] = {
#embed "../../Fixtures/scenarios/oauth/revoked-on-sign-out.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_377[] = {
#embed "../../Fixtures/scenarios/oauth/secrecy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_378[] = {
#embed "../../Fixtures/scenarios/oauth/several-portals.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_379[] = {
#embed "../../Fixtures/scenarios/oauth/signed-in-beforehand.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_380[] = {
#embed "../../Fixtures/scenarios/oauth/state-altered.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_381[] = {
#embed "../../Fixtures/scenarios/oauth/state-missing.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_382[] = {
#embed "../../Fixtures/scenarios/oauth/told-of-tokens.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_383[] = {
#embed "../../Fixtures/scenarios/oauth/window-closed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_384[] = {
#embed "../../Fixtures/scenarios/oauth/wrong-password-on-page.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_385[] = {
#embed "../../Fixtures/scenarios/pki/all-identities.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_386[] = {
#embed "../../Fixtures/scenarios/pki/cancel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_387[] = {
#embed "../../Fixtures/scenarios/pki/candidates.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_388[] = {
#embed "../../Fixtures/scenarios/pki/certificate-and-token.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_389[] = {
#embed "../../Fixtures/scenarios/pki/challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_390[] = {
#embed "../../Fixtures/scenarios/pki/expired-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_391[] = {
#embed "../../Fixtures/scenarios/pki/expired-over-http.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_392[] = {
#embed "../../Fixtures/scenarios/pki/expired-tls12.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_393[] = {
#embed "../../Fixtures/scenarios/pki/expired-tls13.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_394[] = {
#embed "../../Fixtures/scenarios/pki/expiry-warning.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_395[] = {
#embed "../../Fixtures/scenarios/pki/federated-server-asks.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_396[] = {
#embed "../../Fixtures/scenarios/pki/file-until-the-end.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_397[] = {
#embed "../../Fixtures/scenarios/pki/identity-given.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_398[] = {
#embed "../../Fixtures/scenarios/pki/identity-scope-unasked.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_399[] = {
#embed "../../Fixtures/scenarios/pki/identity-scope.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_400[] = {
#embed "../../Fixtures/scenarios/pki/import-damaged.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_401[] = {
#embed "../../Fixtures/scenarios/pki/import-empty-password.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_402[] = {
#embed "../../Fixtures/scenarios/pki/import-in-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_403[] = {
#embed "../../Fixtures/scenarios/pki/import-incomplete.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_404[] = {
#embed "../../Fixtures/scenarios/pki/import-old-encryption.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_405[] = {
#embed "../../Fixtures/scenarios/pki/import-replaces.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_406[] = {
#embed "../../Fixtures/scenarios/pki/import-through-authenticator.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_407[] = {
#embed "../../Fixtures/scenarios/pki/import-twice.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_408[] = {
#embed "../../Fixtures/scenarios/pki/import-unreadable.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_409[] = {
#embed "../../Fixtures/scenarios/pki/import-wrong-password.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_410[] = {
#embed "../../Fixtures/scenarios/pki/import.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_411[] = {
#embed "../../Fixtures/scenarios/pki/key-material.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_412[] = {
#embed "../../Fixtures/scenarios/pki/layer-of-a-federated-server.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_413[] = {
#embed "../../Fixtures/scenarios/pki/layer-of-a-map-wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_414[] = {
#embed "../../Fixtures/scenarios/pki/layer-of-a-map.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_415[] = {
#embed "../../Fixtures/scenarios/pki/layer-without-issuers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_416[] = {
#embed "../../Fixtures/scenarios/pki/layer-wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_417[] = {
#embed "../../Fixtures/scenarios/pki/layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_418[] = {
#embed "../../Fixtures/scenarios/pki/none-fits.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_419[] = {
#embed "../../Fixtures/scenarios/pki/none-lost-refusal.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_420[] = {
#embed "../../Fixtures/scenarios/pki/none-over-http.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_421[] = {
#embed "../../Fixtures/scenarios/pki/none-tls12.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_422[] = {
#embed "../../Fixtures/scenarios/pki/none-tls13.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_423[] = {
#embed "../../Fixtures/scenarios/pki/none-without-issuers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_424[] = {
#embed "../../Fixtures/scenarios/pki/optional-lost-once.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_425[] = {
#embed "../../Fixtures/scenarios/pki/optional-no-handler.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_426[] = {
#embed "../../Fixtures/scenarios/pki/optional.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_427[] = {
#embed "../../Fixtures/scenarios/pki/path-rule.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_428[] = {
#embed "../../Fixtures/scenarios/pki/query-task.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_429[] = {
#embed "../../Fixtures/scenarios/pki/redirect-asks.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_430[] = {
#embed "../../Fixtures/scenarios/pki/remembered-by-authenticator.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_431[] = {
#embed "../../Fixtures/scenarios/pki/remembered.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_432[] = {
#embed "../../Fixtures/scenarios/pki/removed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_433[] = {
#embed "../../Fixtures/scenarios/pki/second-account.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_434[] = {
#embed "../../Fixtures/scenarios/pki/signed-in-by-certificate.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_435[] = {
#embed "../../Fixtures/scenarios/pki/unfit.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_436[] = {
#embed "../../Fixtures/scenarios/pki/unknown-authority-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_437[] = {
#embed "../../Fixtures/scenarios/pki/unknown-authority-over-http.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_438[] = {
#embed "../../Fixtures/scenarios/pki/unknown-authority.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_439[] = {
#embed "../../Fixtures/scenarios/pki/untrusted-server.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_440[] = {
#embed "../../Fixtures/scenarios/pki/wrong-then-right-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_441[] = {
#embed "../../Fixtures/scenarios/pki/wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_442[] = {
#embed "../../Fixtures/scenarios/queries/centroids.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_443[] = {
#embed "../../Fixtures/scenarios/queries/having-unknown.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_444[] = {
#embed "../../Fixtures/scenarios/queries/having.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_445[] = {
#embed "../../Fixtures/scenarios/queries/multipoints.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_446[] = {
#embed "../../Fixtures/scenarios/queries/quantized-for-editing.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_447[] = {
#embed "../../Fixtures/scenarios/queries/quantized-for-view.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_448[] = {
#embed "../../Fixtures/scenarios/queries/related-counts.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_449[] = {
#embed "../../Fixtures/scenarios/queries/related-origin.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_450[] = {
#embed "../../Fixtures/scenarios/queries/related-pages.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_451[] = {
#embed "../../Fixtures/scenarios/queries/related-records.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_452[] = {
#embed "../../Fixtures/scenarios/queries/related-token-renewed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_453[] = {
#embed "../../Fixtures/scenarios/queries/related-unknown.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_454[] = {
#embed "../../Fixtures/scenarios/queries/time-of-moments.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_455[] = {
#embed "../../Fixtures/scenarios/queries/time-of-spans.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_456[] = {
#embed "../../Fixtures/scenarios/queries/time-unaware.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_457[] = {
#embed "../../Fixtures/scenarios/queries/transform-unreadable.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_458[] = {
#embed "../../Fixtures/scenarios/tokens/cancel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_459[] = {
#embed "../../Fixtures/scenarios/tokens/characters.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_460[] = {
#embed "../../Fixtures/scenarios/tokens/clamped-lifetime.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_461[] = {
#embed "../../Fixtures/scenarios/tokens/clock-skew.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_462[] = {
#embed "../../Fixtures/scenarios/tokens/consent-asked-of-the-user.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_463[] = {
#embed "../../Fixtures/scenarios/tokens/denied-anonymous.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_464[] = {
#embed "../../Fixtures/scenarios/tokens/denied-signed-in.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_465[] = {
#embed "../../Fixtures/scenarios/tokens/discovery-fallback.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_466[] = {
#embed "../../Fixtures/scenarios/tokens/discovery.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_467[] = {
#embed "../../Fixtures/scenarios/tokens/empty-fields.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_468[] = {
#embed "../../Fixtures/scenarios/tokens/envelope-shapes.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_469[] = {
#embed "../../Fixtures/scenarios/tokens/every-request.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_470[] = {
#embed "../../Fixtures/scenarios/tokens/expired-silent.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_471[] = {
#embed "../../Fixtures/scenarios/tokens/explicit-lifetime.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_472[] = {
#embed "../../Fixtures/scenarios/tokens/explicit-token-url.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_473[] = {
#embed "../../Fixtures/scenarios/tokens/five-wrong.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_474[] = {
#embed "../../Fixtures/scenarios/tokens/foreign-token-url-unasked.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_475[] = {
#embed "../../Fixtures/scenarios/tokens/foreign-token-url.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_476[] = {
#embed "../../Fixtures/scenarios/tokens/handler-throws.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_477[] = {
#embed "../../Fixtures/scenarios/tokens/hygiene.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_478[] = {
#embed "../../Fixtures/scenarios/tokens/image-page-instead.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_479[] = {
#embed "../../Fixtures/scenarios/tokens/image-token-refused.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_480[] = {
#embed "../../Fixtures/scenarios/tokens/insecure-token-url.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_481[] = {
#embed "../../Fixtures/scenarios/tokens/locked-out.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_482[] = {
#embed "../../Fixtures/scenarios/tokens/log-secrecy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_483[] = {
#embed "../../Fixtures/scenarios/tokens/long-lived-referer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_484[] = {
#embed "../../Fixtures/scenarios/tokens/no-expiry.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_485[] = {
#embed "../../Fixtures/scenarios/tokens/no-handler.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_486[] = {
#embed "../../Fixtures/scenarios/tokens/not-secured.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_487[] = {
#embed "../../Fixtures/scenarios/tokens/own-referer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_488[] = {
#embed "../../Fixtures/scenarios/tokens/password-changed-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_489[] = {
#embed "../../Fixtures/scenarios/tokens/password-changed-legacy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_490[] = {
#embed "../../Fixtures/scenarios/tokens/post-replayed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_491[] = {
#embed "../../Fixtures/scenarios/tokens/preacquired-expired-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_492[] = {
#embed "../../Fixtures/scenarios/tokens/preacquired-expired.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_493[] = {
#embed "../../Fixtures/scenarios/tokens/preacquired.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_494[] = {
#embed "../../Fixtures/scenarios/tokens/referer-not-replayed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_495[] = {
#embed "../../Fixtures/scenarios/tokens/renewal-useless-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_496[] = {
#embed "../../Fixtures/scenarios/tokens/renewal-useless.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_497[] = {
#embed "../../Fixtures/scenarios/tokens/renewed-ahead.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_498[] = {
#embed "../../Fixtures/scenarios/tokens/revoked-silent.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_499[] = {
#embed "../../Fixtures/scenarios/tokens/same-pair.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_500[] = {
#embed "../../Fixtures/scenarios/tokens/ssl-only.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_501[] = {
#embed "../../Fixtures/scenarios/tokens/stripped-header.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_502[] = {
#embed "../../Fixtures/scenarios/tokens/token-service-down-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_503[] = {
#embed "../../Fixtures/scenarios/tokens/token-service-down.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_504[] = {
#embed "../../Fixtures/scenarios/tokens/token-service-page.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_505[] = {
#embed "../../Fixtures/scenarios/tokens/type-token.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_506[] = {
#embed "../../Fixtures/scenarios/tokens/username-case.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_507[] = {
#embed "../../Fixtures/scenarios/tokens/verbatim-token-url.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_508[] = {
#embed "../../Fixtures/scenarios/tokens/without.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_509[] = {
#embed "../../Fixtures/scenarios/tokens/wrong-password-legacy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_510[] = {
#embed "../../Fixtures/scenarios/tokens/wrong-referer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_511[] = {
#embed "../../Fixtures/scenarios/tokens/wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_512[] = {
#embed "../../Fixtures/scenarios/transport/bad-gateway.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_513[] = {
#embed "../../Fixtures/scenarios/transport/busy-for-ever.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_514[] = {
#embed "../../Fixtures/scenarios/transport/busy-with-retry-after.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_515[] = {
#embed "../../Fixtures/scenarios/transport/cancelled.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_516[] = {
#embed "../../Fixtures/scenarios/transport/clothes.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_517[] = {
#embed "../../Fixtures/scenarios/transport/connect-timeout.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_518[] = {
#embed "../../Fixtures/scenarios/transport/content-codings.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_519[] = {
#embed "../../Fixtures/scenarios/transport/drip.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_520[] = {
#embed "../../Fixtures/scenarios/transport/error-envelope.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_521[] = {
#embed "../../Fixtures/scenarios/transport/http-error-with-envelope.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_522[] = {
#embed "../../Fixtures/scenarios/transport/keep-alive-race-post.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_523[] = {
#embed "../../Fixtures/scenarios/transport/keep-alive-race.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_524[] = {
#embed "../../Fixtures/scenarios/transport/no-host.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_525[] = {
#embed "../../Fixtures/scenarios/transport/no-listener.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_526[] = {
#embed "../../Fixtures/scenarios/transport/not-a-document.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_527[] = {
#embed "../../Fixtures/scenarios/transport/offline-then-online.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_528[] = {
#embed "../../Fixtures/scenarios/transport/proxy-credentials.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_529[] = {
#embed "../../Fixtures/scenarios/transport/rate-limited.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_530[] = {
#embed "../../Fixtures/scenarios/transport/refused-before-token-request.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_531[] = {
#embed "../../Fixtures/scenarios/transport/reset-in-the-head.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_532[] = {
#embed "../../Fixtures/scenarios/transport/reset-then-answer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_533[] = {
#embed "../../Fixtures/scenarios/transport/reset-token-request.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_534[] = {
#embed "../../Fixtures/scenarios/transport/stall.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_535[] = {
#embed "../../Fixtures/scenarios/transport/truncated.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_536[] = {
#embed "../../Fixtures/scenarios/trust/asked-behind-a-page.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_537[] = {
#embed "../../Fixtures/scenarios/trust/authority-added.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_538[] = {
#embed "../../Fixtures/scenarios/trust/certificate-changed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_539[] = {
#embed "../../Fixtures/scenarios/trust/certificate-replaced.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_540[] = {
#embed "../../Fixtures/scenarios/trust/challenge-accept.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_541[] = {
#embed "../../Fixtures/scenarios/trust/challenge-cancel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_542[] = {
#embed "../../Fixtures/scenarios/trust/challenge-default.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_543[] = {
#embed "../../Fixtures/scenarios/trust/common-name-only.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_544[] = {
#embed "../../Fixtures/scenarios/trust/expired-listed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_545[] = {
#embed "../../Fixtures/scenarios/trust/expired.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_546[] = {
#embed "../../Fixtures/scenarios/trust/host-forms.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_547[] = {
#embed "../../Fixtures/scenarios/trust/host-letters.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_548[] = {
#embed "../../Fixtures/scenarios/trust/http-on-tls-port.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_549[] = {
#embed "../../Fixtures/scenarios/trust/ip-address-by-name.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_550[] = {
#embed "../../Fixtures/scenarios/trust/ip-address.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_551[] = {
#embed "../../Fixtures/scenarios/trust/layer-of-a-map.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_552[] = {
#embed "../../Fixtures/scenarios/trust/layer-resubmitted.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_553[] = {
#embed "../../Fixtures/scenarios/trust/missing-intermediate-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_554[] = {
#embed "../../Fixtures/scenarios/trust/missing-intermediate.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_555[] = {
#embed "../../Fixtures/scenarios/trust/no-silent-fallback.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_556[] = {
#embed "../../Fixtures/scenarios/trust/no-spreading-legacy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_557[] = {
#embed "../../Fixtures/scenarios/trust/no-spreading.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_558[] = {
#embed "../../Fixtures/scenarios/trust/not-yet-valid.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_559[] = {
#embed "../../Fixtures/scenarios/trust/old-version.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_560[] = {
#embed "../../Fixtures/scenarios/trust/parallel.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_561[] = {
#embed "../../Fixtures/scenarios/trust/plain-on-tls-port.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_562[] = {
#embed "../../Fixtures/scenarios/trust/port-legacy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_563[] = {
#embed "../../Fixtures/scenarios/trust/port.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_564[] = {
#embed "../../Fixtures/scenarios/trust/prompt-declined.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_565[] = {
#embed "../../Fixtures/scenarios/trust/prompted.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_566[] = {
#embed "../../Fixtures/scenarios/trust/redirect-untrusted.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_567[] = {
#embed "../../Fixtures/scenarios/trust/revoked-trust-legacy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_568[] = {
#embed "../../Fixtures/scenarios/trust/revoked-trust.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_569[] = {
#embed "../../Fixtures/scenarios/trust/self-signed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_570[] = {
#embed "../../Fixtures/scenarios/trust/several-defects-legacy.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_571[] = {
#embed "../../Fixtures/scenarios/trust/several-defects.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_572[] = {
#embed "../../Fixtures/scenarios/trust/tls-on-plain-port.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_573[] = {
#embed "../../Fixtures/scenarios/trust/token-host.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_574[] = {
#embed "../../Fixtures/scenarios/trust/trust-and-resubmit.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_575[] = {
#embed "../../Fixtures/scenarios/trust/trust-then-credential.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_576[] = {
#embed "../../Fixtures/scenarios/trust/trusted-at-launch.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_577[] = {
#embed "../../Fixtures/scenarios/trust/unknown-root-challenge.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_578[] = {
#embed "../../Fixtures/scenarios/trust/unknown-root.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_579[] = {
#embed "../../Fixtures/scenarios/trust/wrong-host-listed.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_580[] = {
#embed "../../Fixtures/scenarios/trust/wrong-host-tolerated.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_581[] = {
#embed "../../Fixtures/scenarios/trust/wrong-host.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_582[] = {
#embed "../../Fixtures/scenarios/trust/wrong-purpose.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_583[] = {
#embed "../../Fixtures/scenarios/webmaps/another-basemap-again.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_584[] = {
#embed "../../Fixtures/scenarios/webmaps/another-basemap-twice.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_585[] = {
#embed "../../Fixtures/scenarios/webmaps/another-basemap.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_586[] = {
#embed "../../Fixtures/scenarios/webmaps/another-owner-on-the-host.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_587[] = {
#embed "../../Fixtures/scenarios/webmaps/basemap-fails.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_588[] = {
#embed "../../Fixtures/scenarios/webmaps/basic-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_589[] = {
#embed "../../Fixtures/scenarios/webmaps/bing-address.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_590[] = {
#embed "../../Fixtures/scenarios/webmaps/bing-without-key.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_591[] = {
#embed "../../Fixtures/scenarios/webmaps/bing.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_592[] = {
#embed "../../Fixtures/scenarios/webmaps/bookmarks.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_593[] = {
#embed "../../Fixtures/scenarios/webmaps/cancelled-under-way.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_594[] = {
#embed "../../Fixtures/scenarios/webmaps/cancelled.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_595[] = {
#embed "../../Fixtures/scenarios/webmaps/credential-of-one-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_596[] = {
#embed "../../Fixtures/scenarios/webmaps/data-address.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_597[] = {
#embed "../../Fixtures/scenarios/webmaps/drawing.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_598[] = {
#embed "../../Fixtures/scenarios/webmaps/federated-denied.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_599[] = {
#embed "../../Fixtures/scenarios/webmaps/federated.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_600[] = {
#embed "../../Fixtures/scenarios/webmaps/hostile-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_601[] = {
#embed "../../Fixtures/scenarios/webmaps/map-of-today.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_602[] = {
#embed "../../Fixtures/scenarios/webmaps/missing.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_603[] = {
#embed "../../Fixtures/scenarios/webmaps/no-content.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_604[] = {
#embed "../../Fixtures/scenarios/webmaps/no-map.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_605[] = {
#embed "../../Fixtures/scenarios/webmaps/not-a-map.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_606[] = {
#embed "../../Fixtures/scenarios/webmaps/of-an-item.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_607[] = {
#embed "../../Fixtures/scenarios/webmaps/one-exchange.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_608[] = {
#embed "../../Fixtures/scenarios/webmaps/opened-early.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_609[] = {
#embed "../../Fixtures/scenarios/webmaps/opened-twice.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_610[] = {
#embed "../../Fixtures/scenarios/webmaps/opened.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_611[] = {
#embed "../../Fixtures/scenarios/webmaps/other-content.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_612[] = {
#embed "../../Fixtures/scenarios/webmaps/plain-endpoint.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_613[] = {
#embed "../../Fixtures/scenarios/webmaps/plain-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_614[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-dates.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_615[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-definitions.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_616[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-description.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_617[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-domains.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_618[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-elements.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_619[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-fields.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_620[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-media.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_621[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-numbers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_622[] = {
#embed "../../Fixtures/scenarios/webmaps/popup-sublayer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_623[] = {
#embed "../../Fixtures/scenarios/webmaps/popups-unopened.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_624[] = {
#embed "../../Fixtures/scenarios/webmaps/popups.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_625[] = {
#embed "../../Fixtures/scenarios/webmaps/private-anonymous.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_626[] = {
#embed "../../Fixtures/scenarios/webmaps/private.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_627[] = {
#embed "../../Fixtures/scenarios/webmaps/public.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_628[] = {
#embed "../../Fixtures/scenarios/webmaps/renderers-unknown.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_629[] = {
#embed "../../Fixtures/scenarios/webmaps/renderers.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_630[] = {
#embed "../../Fixtures/scenarios/webmaps/reset.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_631[] = {
#embed "../../Fixtures/scenarios/webmaps/secured-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_632[] = {
#embed "../../Fixtures/scenarios/webmaps/sharing-endpoint.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_633[] = {
#embed "../../Fixtures/scenarios/webmaps/skipped.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_634[] = {
#embed "../../Fixtures/scenarios/webmaps/subscription.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_635[] = {
#embed "../../Fixtures/scenarios/webmaps/token-in-address.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_636[] = {
#embed "../../Fixtures/scenarios/webmaps/token-shown-nowhere.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_637[] = {
#embed "../../Fixtures/scenarios/webmaps/unheard.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_638[] = {
#embed "../../Fixtures/scenarios/webmaps/unsupported-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_639[] = {
#embed "../../Fixtures/scenarios/webmaps/untrusted-layer.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_640[] = {
#embed "../../Fixtures/scenarios/webmaps/visibility.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_641[] = {
#embed "../../Fixtures/scenarios/webmaps/wrong-then-right.yaml" suffix(, 0) if_empty(0)
};
static const unsigned char file_642[] = {
#embed "../../Fixtures/schemas/list.schema.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_643[] = {
#embed "../../Fixtures/schemas/preset.schema.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_644[] = {
#embed "../../Fixtures/schemas/profile.schema.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_645[] = {
#embed "../../Fixtures/schemas/report.schema.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_646[] = {
#embed "../../Fixtures/schemas/scenario.schema.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_647[] = {
#embed "../../Fixtures/schemas/world.schema.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_648[] = {
#embed "../../Fixtures/watch/page.css" suffix(, 0) if_empty(0)
};
static const unsigned char file_649[] = {
#embed "../../Fixtures/watch/page.html" suffix(, 0) if_empty(0)
};
static const unsigned char file_650[] = {
#embed "../../Fixtures/watch/page.js" suffix(, 0) if_empty(0)
};
static const unsigned char file_651[] = {
#embed "../../Fixtures/world/accounts.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_652[] = {
#embed "../../Fixtures/world/files/festival.kml" suffix(, 0) if_empty(0)
};
static const unsigned char file_653[] = {
#embed "../../Fixtures/world/files/groups/basemaps.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_654[] = {
#embed "../../Fixtures/world/files/items/thumbnail/aerial-2024.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_655[] = {
#embed "../../Fixtures/world/files/items/thumbnail/air-quality.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_656[] = {
#embed "../../Fixtures/world/files/items/thumbnail/annual-report.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_657[] = {
#embed "../../Fixtures/world/files/items/thumbnail/bicycle-lanes.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_658[] = {
#embed "../../Fixtures/world/files/items/thumbnail/bob-s-public-app.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_659[] = {
#embed "../../Fixtures/world/files/items/thumbnail/bus-lines.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_660[] = {
#embed "../../Fixtures/world/files/items/thumbnail/city-vector-basemap.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_661[] = {
#embed "../../Fixtures/world/files/items/thumbnail/crew-reports.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_662[] = {
#embed "../../Fixtures/world/files/items/thumbnail/draft-new-bridge.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_663[] = {
#embed "../../Fixtures/world/files/items/thumbnail/draft-tram.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_664[] = {
#embed "../../Fixtures/world/files/items/thumbnail/festival-route.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_665[] = {
#embed "../../Fixtures/world/files/items/thumbnail/fire-hydrants.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_666[] = {
#embed "../../Fixtures/world/files/items/thumbnail/flood-zones.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_667[] = {
#embed "../../Fixtures/world/files/items/thumbnail/gas-lines.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_668[] = {
#embed "../../Fixtures/world/files/items/thumbnail/harbour.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_669[] = {
#embed "../../Fixtures/world/files/items/thumbnail/land-use.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_670[] = {
#embed "../../Fixtures/world/files/items/thumbnail/markets.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_671[] = {
#embed "../../Fixtures/world/files/items/thumbnail/noise.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_672[] = {
#embed "../../Fixtures/world/files/items/thumbnail/parking.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_673[] = {
#embed "../../Fixtures/world/files/items/thumbnail/parks.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_674[] = {
#embed "../../Fixtures/world/files/items/thumbnail/pilot-map.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_675[] = {
#embed "../../Fixtures/world/files/items/thumbnail/play-grounds.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_676[] = {
#embed "../../Fixtures/world/files/items/thumbnail/power-lines.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_677[] = {
#embed "../../Fixtures/world/files/items/thumbnail/private-sketch.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_678[] = {
#embed "../../Fixtures/world/files/items/thumbnail/road-map.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_679[] = {
#embed "../../Fixtures/world/files/items/thumbnail/road-works.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_680[] = {
#embed "../../Fixtures/world/files/items/thumbnail/roads.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_681[] = {
#embed "../../Fixtures/world/files/items/thumbnail/schools.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_682[] = {
#embed "../../Fixtures/world/files/items/thumbnail/sewers.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_683[] = {
#embed "../../Fixtures/world/files/items/thumbnail/sketches.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_684[] = {
#embed "../../Fixtures/world/files/items/thumbnail/street-lights.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_685[] = {
#embed "../../Fixtures/world/files/items/thumbnail/street-trees.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_686[] = {
#embed "../../Fixtures/world/files/items/thumbnail/streets.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_687[] = {
#embed "../../Fixtures/world/files/items/thumbnail/traffic-map.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_688[] = {
#embed "../../Fixtures/world/files/items/thumbnail/traffic-today.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_689[] = {
#embed "../../Fixtures/world/files/items/thumbnail/traffic.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_690[] = {
#embed "../../Fixtures/world/files/items/thumbnail/tree-survey.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_691[] = {
#embed "../../Fixtures/world/files/items/thumbnail/utilities.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_692[] = {
#embed "../../Fixtures/world/files/items/thumbnail/water-mains.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_693[] = {
#embed "../../Fixtures/world/files/items/thumbnail/weather.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_694[] = {
#embed "../../Fixtures/world/files/items/thumbnail/zoning.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_695[] = {
#embed "../../Fixtures/world/files/portals/cItYGiS000000001/portal.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_696[] = {
#embed "../../Fixtures/world/files/portals/cItYGiS000000001/thumbnail.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_697[] = {
#embed "../../Fixtures/world/files/portals/general/portal.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_698[] = {
#embed "../../Fixtures/world/files/portals/hArB0uR000000002/thumbnail.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_699[] = {
#embed "../../Fixtures/world/files/services/Crew/reports.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_700[] = {
#embed "../../Fixtures/world/files/services/Hosted/Trees/trees.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_701[] = {
#embed "../../Fixtures/world/files/services/Hydrants/hydrants.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_702[] = {
#embed "../../Fixtures/world/files/services/Inspections/hydrants.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_703[] = {
#embed "../../Fixtures/world/files/services/Inspections/visits.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_704[] = {
#embed "../../Fixtures/world/files/services/Notices/notices.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_705[] = {
#embed "../../Fixtures/world/files/services/Parcels/parcels.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_706[] = {
#embed "../../Fixtures/world/files/services/Roads/roads.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_707[] = {
#embed "../../Fixtures/world/files/services/Surveys/closures.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_708[] = {
#embed "../../Fixtures/world/files/services/Surveys/plots.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_709[] = {
#embed "../../Fixtures/world/files/services/Surveys/visits.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_710[] = {
#embed "../../Fixtures/world/files/services/Traffic/0/1/1.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_711[] = {
#embed "../../Fixtures/world/files/services/Traffic/counts.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_712[] = {
#embed "../../Fixtures/world/files/services/Traffic/days.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_713[] = {
#embed "../../Fixtures/world/files/services/Transit/lines.geojson" suffix(, 0) if_empty(0)
};
static const unsigned char file_714[] = {
#embed "../../Fixtures/world/files/trees.csv" suffix(, 0) if_empty(0)
};
static const unsigned char file_715[] = {
#embed "../../Fixtures/world/files/users/alice/alice.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_716[] = {
#embed "../../Fixtures/world/files/users/carol/carol.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_717[] = {
#embed "../../Fixtures/world/files/users/dana/dana.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_718[] = {
#embed "../../Fixtures/world/files/users/erin@CITY/erin.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_719[] = {
#embed "../../Fixtures/world/files/users/harry/harry.png" suffix(, 0) if_empty(0)
};
static const unsigned char file_720[] = {
#embed "../../Fixtures/world/groups.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_721[] = {
#embed "../../Fixtures/world/items.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_722[] = {
#embed "../../Fixtures/world/organizations.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_723[] = {
#embed "../../Fixtures/world/services/Aerial.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_724[] = {
#embed "../../Fixtures/world/services/Base.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_725[] = {
#embed "../../Fixtures/world/services/Crew.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_726[] = {
#embed "../../Fixtures/world/services/Hosted/Trees.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_727[] = {
#embed "../../Fixtures/world/services/Hydrants.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_728[] = {
#embed "../../Fixtures/world/services/Inspections.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_729[] = {
#embed "../../Fixtures/world/services/Notices.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_730[] = {
#embed "../../Fixtures/world/services/Parcels.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_731[] = {
#embed "../../Fixtures/world/services/Roads.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_732[] = {
#embed "../../Fixtures/world/services/Surveys.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_733[] = {
#embed "../../Fixtures/world/services/Traffic.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_734[] = {
#embed "../../Fixtures/world/services/Transit.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_735[] = {
#embed "../../Fixtures/world/services/World.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_736[] = {
#embed "../../Fixtures/world/users.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_737[] = {
#embed "../../certs/alice-3des.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_738[] = {
#embed "../../certs/alice-aes128.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_739[] = {
#embed "../../certs/alice-chain.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_740[] = {
#embed "../../certs/alice-empty-password.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_741[] = {
#embed "../../certs/alice-expired.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_742[] = {
#embed "../../certs/alice-key-only.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_743[] = {
#embed "../../certs/alice-no-key.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_744[] = {
#embed "../../certs/alice-no-mac.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_745[] = {
#embed "../../certs/alice-no-password.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_746[] = {
#embed "../../certs/alice-not-yet-valid.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_747[] = {
#embed "../../certs/alice-other-ca.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_748[] = {
#embed "../../certs/alice-rc2.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_749[] = {
#embed "../../certs/alice-rc4.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_750[] = {
#embed "../../certs/alice-renewed.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_751[] = {
#embed "../../certs/alice-self-signed.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_752[] = {
#embed "../../certs/alice-server-purpose.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_753[] = {
#embed "../../certs/alice.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_754[] = {
#embed "../../certs/bob.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_755[] = {
#embed "../../certs/ca.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_756[] = {
#embed "../../certs/carol.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_757[] = {
#embed "../../certs/chain.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_758[] = {
#embed "../../certs/client-ca.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_759[] = {
#embed "../../certs/client-intermediate.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_760[] = {
#embed "../../certs/client-purpose.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_761[] = {
#embed "../../certs/expired.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_762[] = {
#embed "../../certs/good.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_763[] = {
#embed "../../certs/intermediate.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_764[] = {
#embed "../../certs/ip-san.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_765[] = {
#embed "../../certs/missing-intermediate.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_766[] = {
#embed "../../certs/no-san.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_767[] = {
#embed "../../certs/not-yet-valid.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_768[] = {
#embed "../../certs/other-client-ca.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_769[] = {
#embed "../../certs/reversed-chain.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_770[] = {
#embed "../../certs/self-signed-idn.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_771[] = {
#embed "../../certs/self-signed-wrong-host.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_772[] = {
#embed "../../certs/self-signed.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_773[] = {
#embed "../../certs/untrusted-ca.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_774[] = {
#embed "../../certs/untrusted-root.json" suffix(, 0) if_empty(0)
};
static const unsigned char file_775[] = {
#embed "../../certs/wrong-host.json" suffix(, 0) if_empty(0)
};

static const cembedded_file files[] = {
    {"Fixtures/README.md", file_0, sizeof file_0 - 1},
    {"Fixtures/catalogue/api-keys.json", file_1, sizeof file_1 - 1},
    {"Fixtures/catalogue/concurrency.json", file_2, sizeof file_2 - 1},
    {"Fixtures/catalogue/connect.json", file_3, sizeof file_3 - 1},
    {"Fixtures/catalogue/editing.json", file_4, sizeof file_4 - 1},
    {"Fixtures/catalogue/federation.json", file_5, sizeof file_5 - 1},
    {"Fixtures/catalogue/http-authentication.json", file_6, sizeof file_6 - 1},
    {"Fixtures/catalogue/identity-providers.json", file_7, sizeof file_7 - 1},
    {"Fixtures/catalogue/identity-proxy.json", file_8, sizeof file_8 - 1},
    {"Fixtures/catalogue/leaks.json", file_9, sizeof file_9 - 1},
    {"Fixtures/catalogue/lifecycle.json", file_10, sizeof file_10 - 1},
    {"Fixtures/catalogue/oauth.json", file_11, sizeof file_11 - 1},
    {"Fixtures/catalogue/pki.json", file_12, sizeof file_12 - 1},
    {"Fixtures/catalogue/queries.json", file_13, sizeof file_13 - 1},
    {"Fixtures/catalogue/rules.json", file_14, sizeof file_14 - 1},
    {"Fixtures/catalogue/tokens.json", file_15, sizeof file_15 - 1},
    {"Fixtures/catalogue/transport.json", file_16, sizeof file_16 - 1},
    {"Fixtures/catalogue/trust.json", file_17, sizeof file_17 - 1},
    {"Fixtures/catalogue/webmaps.json", file_18, sizeof file_18 - 1},
    {"Fixtures/catalogue/windows-authentication.json", file_19, sizeof file_19 - 1},
    {"Fixtures/conformance/example.yaml", file_20, sizeof file_20 - 1},
    {"Fixtures/init/presets/my-portal.yaml", file_21, sizeof file_21 - 1},
    {"Fixtures/init/scenarios/trees.yaml", file_22, sizeof file_22 - 1},
    {"Fixtures/init/world/groups.yaml", file_23, sizeof file_23 - 1},
    {"Fixtures/init/world/items.yaml", file_24, sizeof file_24 - 1},
    {"Fixtures/init/world/services/Trees.yaml", file_25, sizeof file_25 - 1},
    {"Fixtures/init/world/services/trees.geojson", file_26, sizeof file_26 - 1},
    {"Fixtures/init/world/users.yaml", file_27, sizeof file_27 - 1},
    {"Fixtures/presets/anonymous.json", file_28, sizeof file_28 - 1},
    {"Fixtures/presets/api-key.json", file_29, sizeof file_29 - 1},
    {"Fixtures/presets/basic-digest.json", file_30, sizeof file_30 - 1},
    {"Fixtures/presets/basic-token.json", file_31, sizeof file_31 - 1},
    {"Fixtures/presets/basic.json", file_32, sizeof file_32 - 1},
    {"Fixtures/presets/client-purpose.json", file_33, sizeof file_33 - 1},
    {"Fixtures/presets/digest-sha256.json", file_34, sizeof file_34 - 1},
    {"Fixtures/presets/digest-token.json", file_35, sizeof file_35 - 1},
    {"Fixtures/presets/digest.json", file_36, sizeof file_36 - 1},
    {"Fixtures/presets/exchange.json", file_37, sizeof file_37 - 1},
    {"Fixtures/presets/expired.json", file_38, sizeof file_38 - 1},
    {"Fixtures/presets/general.json", file_39, sizeof file_39 - 1},
    {"Fixtures/presets/http-redirect.json", file_40, sizeof file_40 - 1},
    {"Fixtures/presets/http-refused.json", file_41, sizeof file_41 - 1},
    {"Fixtures/presets/iap.json", file_42, sizeof file_42 - 1},
    {"Fixtures/presets/ip-san.json", file_43, sizeof file_43 - 1},
    {"Fixtures/presets/iwa-basic.json", file_44, sizeof file_44 - 1},
    {"Fixtures/presets/iwa-kerberos.json", file_45, sizeof file_45 - 1},
    {"Fixtures/presets/iwa-ntlm.json", file_46, sizeof file_46 - 1},
    {"Fixtures/presets/iwa.json", file_47, sizeof file_47 - 1},
    {"Fixtures/presets/legacy.json", file_48, sizeof file_48 - 1},
    {"Fixtures/presets/mfa.json", file_49, sizeof file_49 - 1},
    {"Fixtures/presets/missing-intermediate.json", file_50, sizeof file_50 - 1},
    {"Fixtures/presets/negotiate.json", file_51, sizeof file_51 - 1},
    {"Fixtures/presets/no-san.json", file_52, sizeof file_52 - 1},
    {"Fixtures/presets/not-yet-valid.json", file_53, sizeof file_53 - 1},
    {"Fixtures/presets/oauth-app.json", file_54, sizeof file_54 - 1},
    {"Fixtures/presets/oauth.json", file_55, sizeof file_55 - 1},
    {"Fixtures/presets/oidc.json", file_56, sizeof file_56 - 1},
    {"Fixtures/presets/organization.json", file_57, sizeof file_57 - 1},
    {"Fixtures/presets/pki-apache.json", file_58, sizeof file_58 - 1},
    {"Fixtures/presets/pki-iis.json", file_59, sizeof file_59 - 1},
    {"Fixtures/presets/pki-nginx.json", file_60, sizeof file_60 - 1},
    {"Fixtures/presets/pki-optional.json", file_61, sizeof file_61 - 1},
    {"Fixtures/presets/pki-token.json", file_62, sizeof file_62 - 1},
    {"Fixtures/presets/pki.json", file_63, sizeof file_63 - 1},
    {"Fixtures/presets/plain-http.json", file_64, sizeof file_64 - 1},
    {"Fixtures/presets/providers.json", file_65, sizeof file_65 - 1},
    {"Fixtures/presets/reversed-chain.json", file_66, sizeof file_66 - 1},
    {"Fixtures/presets/saml.json", file_67, sizeof file_67 - 1},
    {"Fixtures/presets/self-signed.json", file_68, sizeof file_68 - 1},
    {"Fixtures/presets/short-lived.json", file_69, sizeof file_69 - 1},
    {"Fixtures/presets/standalone.json", file_70, sizeof file_70 - 1},
    {"Fixtures/presets/strict-organization.json", file_71, sizeof file_71 - 1},
    {"Fixtures/presets/token.json", file_72, sizeof file_72 - 1},
    {"Fixtures/presets/untrusted-root.json", file_73, sizeof file_73 - 1},
    {"Fixtures/presets/wrong-host.json", file_74, sizeof file_74 - 1},
    {"Fixtures/products/enterprise-10.9.json", file_75, sizeof file_75 - 1},
    {"Fixtures/products/enterprise-11.1.json", file_76, sizeof file_76 - 1},
    {"Fixtures/products/enterprise-11.3.json", file_77, sizeof file_77 - 1},
    {"Fixtures/products/enterprise-11.5.json", file_78, sizeof file_78 - 1},
    {"Fixtures/products/online.json", file_79, sizeof file_79 - 1},
    {"Fixtures/scenarios/FAULTS.md", file_80, sizeof file_80 - 1},
    {"Fixtures/scenarios/README.md", file_81, sizeof file_81 - 1},
    {"Fixtures/scenarios/api-keys/counts-as-sign-in.yaml", file_82, sizeof file_82 - 1},
    {"Fixtures/scenarios/api-keys/no-user.yaml", file_83, sizeof file_83 - 1},
    {"Fixtures/scenarios/api-keys/own-key.yaml", file_84, sizeof file_84 - 1},
    {"Fixtures/scenarios/api-keys/refused-then-asked.yaml", file_85, sizeof file_85 - 1},
    {"Fixtures/scenarios/api-keys/refused.yaml", file_86, sizeof file_86 - 1},
    {"Fixtures/scenarios/api-keys/scope.yaml", file_87, sizeof file_87 - 1},
    {"Fixtures/scenarios/api-keys/stored-credential-first.yaml", file_88, sizeof file_88 - 1},
    {"Fixtures/scenarios/api-keys/used.yaml", file_89, sizeof file_89 - 1},
    {"Fixtures/scenarios/concurrency/acquisition-fails.yaml", file_90, sizeof file_90 - 1},
    {"Fixtures/scenarios/concurrency/after-failure.yaml", file_91, sizeof file_91 - 1},
    {"Fixtures/scenarios/concurrency/answered-twice.yaml", file_92, sizeof file_92 - 1},
    {"Fixtures/scenarios/concurrency/cancel-for-all.yaml", file_93, sizeof file_93 - 1},
    {"Fixtures/scenarios/concurrency/cold-start.yaml", file_94, sizeof file_94 - 1},
    {"Fixtures/scenarios/concurrency/handler-never-answers.yaml", file_95, sizeof file_95 - 1},
    {"Fixtures/scenarios/concurrency/handler-replaced.yaml", file_96, sizeof file_96 - 1},
    {"Fixtures/scenarios/concurrency/handler-with-requests.yaml", file_97, sizeof file_97 - 1},
    {"Fixtures/scenarios/concurrency/late-refusal.yaml", file_98, sizeof file_98 - 1},
    {"Fixtures/scenarios/concurrency/load-twice.yaml", file_99, sizeof file_99 - 1},
    {"Fixtures/scenarios/concurrency/one-prompt.yaml", file_100, sizeof file_100 - 1},
    {"Fixtures/scenarios/concurrency/questions-in-a-queue.yaml", file_101, sizeof file_101 - 1},
    {"Fixtures/scenarios/concurrency/refused-together.yaml", file_102, sizeof file_102 - 1},
    {"Fixtures/scenarios/concurrency/renewal-and-refusal.yaml", file_103, sizeof file_103 - 1},
    {"Fixtures/scenarios/concurrency/sign-out-during-acquisition.yaml", file_104, sizeof file_104 - 1},
    {"Fixtures/scenarios/concurrency/waiter-cancelled.yaml", file_105, sizeof file_105 - 1},
    {"Fixtures/scenarios/concurrency/waiters-cancelled.yaml", file_106, sizeof file_106 - 1},
    {"Fixtures/scenarios/connect/anonymous-general.yaml", file_107, sizeof file_107 - 1},
    {"Fixtures/scenarios/connect/anonymous-organization.yaml", file_108, sizeof file_108 - 1},
    {"Fixtures/scenarios/connect/anonymous-then-challenged.yaml", file_109, sizeof file_109 - 1},
    {"Fixtures/scenarios/connect/authenticated-cancel.yaml", file_110, sizeof file_110 - 1},
    {"Fixtures/scenarios/connect/authenticated-challenge.yaml", file_111, sizeof file_111 - 1},
    {"Fixtures/scenarios/connect/authenticated-no-handler.yaml", file_112, sizeof file_112 - 1},
    {"Fixtures/scenarios/connect/authenticated-stored.yaml", file_113, sizeof file_113 - 1},
    {"Fixtures/scenarios/connect/cascading-anonymous.yaml", file_114, sizeof file_114 - 1},
    {"Fixtures/scenarios/connect/cascading-cancelled.yaml", file_115, sizeof file_115 - 1},
    {"Fixtures/scenarios/connect/cascading-map.yaml", file_116, sizeof file_116 - 1},
    {"Fixtures/scenarios/connect/cascading-oauth.yaml", file_117, sizeof file_117 - 1},
    {"Fixtures/scenarios/connect/cascading-search.yaml", file_118, sizeof file_118 - 1},
    {"Fixtures/scenarios/connect/cascading-together.yaml", file_119, sizeof file_119 - 1},
    {"Fixtures/scenarios/connect/cascading-unasked.yaml", file_120, sizeof file_120 - 1},
    {"Fixtures/scenarios/connect/context.yaml", file_121, sizeof file_121 - 1},
    {"Fixtures/scenarios/connect/default-basemap.yaml", file_122, sizeof file_122 - 1},
    {"Fixtures/scenarios/connect/dropped.yaml", file_123, sizeof file_123 - 1},
    {"Fixtures/scenarios/connect/featured.yaml", file_124, sizeof file_124 - 1},
    {"Fixtures/scenarios/connect/find-items.yaml", file_125, sizeof file_125 - 1},
    {"Fixtures/scenarios/connect/member-general.yaml", file_126, sizeof file_126 - 1},
    {"Fixtures/scenarios/connect/no-item-id.yaml", file_127, sizeof file_127 - 1},
    {"Fixtures/scenarios/connect/notified-of-failure.yaml", file_128, sizeof file_128 - 1},
    {"Fixtures/scenarios/connect/notified-of-load.yaml", file_129, sizeof file_129 - 1},
    {"Fixtures/scenarios/connect/password-case.yaml", file_130, sizeof file_130 - 1},
    {"Fixtures/scenarios/connect/picture-again.yaml", file_131, sizeof file_131 - 1},
    {"Fixtures/scenarios/connect/portal-thumbnails.yaml", file_132, sizeof file_132 - 1},
    {"Fixtures/scenarios/connect/private-anonymous.yaml", file_133, sizeof file_133 - 1},
    {"Fixtures/scenarios/connect/private-member.yaml", file_134, sizeof file_134 - 1},
    {"Fixtures/scenarios/connect/private-reduced.yaml", file_135, sizeof file_135 - 1},
    {"Fixtures/scenarios/connect/private-stranger.yaml", file_136, sizeof file_136 - 1},
    {"Fixtures/scenarios/connect/profile.yaml", file_137, sizeof file_137 - 1},
    {"Fixtures/scenarios/connect/resubmit-credential.yaml", file_138, sizeof file_138 - 1},
    {"Fixtures/scenarios/connect/resubmit-ignored.yaml", file_139, sizeof file_139 - 1},
    {"Fixtures/scenarios/connect/resubmit-new-credential.yaml", file_140, sizeof file_140 - 1},
    {"Fixtures/scenarios/connect/search-fails.yaml", file_141, sizeof file_141 - 1},
    {"Fixtures/scenarios/connect/searches-heard.yaml", file_142, sizeof file_142 - 1},
    {"Fixtures/scenarios/connect/silent-sign-in.yaml", file_143, sizeof file_143 - 1},
    {"Fixtures/scenarios/connect/thumbnail-absent.yaml", file_144, sizeof file_144 - 1},
    {"Fixtures/scenarios/connect/thumbnail.yaml", file_145, sizeof file_145 - 1},
    {"Fixtures/scenarios/connect/tolerant-decoding.yaml", file_146, sizeof file_146 - 1},
    {"Fixtures/scenarios/connect/url-spelling.yaml", file_147, sizeof file_147 - 1},
    {"Fixtures/scenarios/connect/user-without-organization.yaml", file_148, sizeof file_148 - 1},
    {"Fixtures/scenarios/editing/apart.yaml", file_149, sizeof file_149 - 1},
    {"Fixtures/scenarios/editing/attach-a-file.yaml", file_150, sizeof file_150 - 1},
    {"Fixtures/scenarios/editing/attach.yaml", file_151, sizeof file_151 - 1},
    {"Fixtures/scenarios/editing/capability.yaml", file_152, sizeof file_152 - 1},
    {"Fixtures/scenarios/editing/change-attachments.yaml", file_153, sizeof file_153 - 1},
    {"Fixtures/scenarios/editing/expired-token.yaml", file_154, sizeof file_154 - 1},
    {"Fixtures/scenarios/editing/global-ids.yaml", file_155, sizeof file_155 - 1},
    {"Fixtures/scenarios/editing/lost.yaml", file_156, sizeof file_156 - 1},
    {"Fixtures/scenarios/editing/no-attachments.yaml", file_157, sizeof file_157 - 1},
    {"Fixtures/scenarios/editing/no-choice-of-rollback.yaml", file_158, sizeof file_158 - 1},
    {"Fixtures/scenarios/editing/no-results.yaml", file_159, sizeof file_159 - 1},
    {"Fixtures/scenarios/editing/one-fails.yaml", file_160, sizeof file_160 - 1},
    {"Fixtures/scenarios/editing/one-layer.yaml", file_161, sizeof file_161 - 1},
    {"Fixtures/scenarios/editing/rolled-back.yaml", file_162, sizeof file_162 - 1},
    {"Fixtures/scenarios/editing/several-layers.yaml", file_163, sizeof file_163 - 1},
    {"Fixtures/scenarios/editing/token-in-form.yaml", file_164, sizeof file_164 - 1},
    {"Fixtures/scenarios/federation/another-name.yaml", file_165, sizeof file_165 - 1},
    {"Fixtures/scenarios/federation/another-of-its-servers.yaml", file_166, sizeof file_166 - 1},
    {"Fixtures/scenarios/federation/another-owner-on-the-host.yaml", file_167, sizeof file_167 - 1},
    {"Fixtures/scenarios/federation/below-a-url.yaml", file_168, sizeof file_168 - 1},
    {"Fixtures/scenarios/federation/both-expired.yaml", file_169, sizeof file_169 - 1},
    {"Fixtures/scenarios/federation/exchange-refused.yaml", file_170, sizeof file_170 - 1},
    {"Fixtures/scenarios/federation/exchanged.yaml", file_171, sizeof file_171 - 1},
    {"Fixtures/scenarios/federation/foreign-challenge.yaml", file_172, sizeof file_172 - 1},
    {"Fixtures/scenarios/federation/foreign-secured.yaml", file_173, sizeof file_173 - 1},
    {"Fixtures/scenarios/federation/host-case.yaml", file_174, sizeof file_174 - 1},
    {"Fixtures/scenarios/federation/loaded-while-asked.yaml", file_175, sizeof file_175 - 1},
    {"Fixtures/scenarios/federation/look-alike.yaml", file_176, sizeof file_176 - 1},
    {"Fixtures/scenarios/federation/most-specific.yaml", file_177, sizeof file_177 - 1},
    {"Fixtures/scenarios/federation/not-shareable.yaml", file_178, sizeof file_178 - 1},
    {"Fixtures/scenarios/federation/online-family.yaml", file_179, sizeof file_179 - 1},
    {"Fixtures/scenarios/federation/public-unowned.yaml", file_180, sizeof file_180 - 1},
    {"Fixtures/scenarios/federation/replaced.yaml", file_181, sizeof file_181 - 1},
    {"Fixtures/scenarios/federation/server-credential-stays.yaml", file_182, sizeof file_182 - 1},
    {"Fixtures/scenarios/federation/server-token-expired.yaml", file_183, sizeof file_183 - 1},
    {"Fixtures/scenarios/federation/signed-in-by-an-item.yaml", file_184, sizeof file_184 - 1},
    {"Fixtures/scenarios/federation/signs-in-to-the-owner.yaml", file_185, sizeof file_185 - 1},
    {"Fixtures/scenarios/federation/stand-alone-renewal.yaml", file_186, sizeof file_186 - 1},
    {"Fixtures/scenarios/federation/stand-alone.yaml", file_187, sizeof file_187 - 1},
    {"Fixtures/scenarios/federation/two-contexts.yaml", file_188, sizeof file_188 - 1},
    {"Fixtures/scenarios/federation/untrusted-server.yaml", file_189, sizeof file_189 - 1},
    {"Fixtures/scenarios/http/asked-again.yaml", file_190, sizeof file_190 - 1},
    {"Fixtures/scenarios/http/bare-401.yaml", file_191, sizeof file_191 - 1},
    {"Fixtures/scenarios/http/basic-ahead.yaml", file_192, sizeof file_192 - 1},
    {"Fixtures/scenarios/http/basic-challenge.yaml", file_193, sizeof file_193 - 1},
    {"Fixtures/scenarios/http/basic-characters.yaml", file_194, sizeof file_194 - 1},
    {"Fixtures/scenarios/http/basic-colon.yaml", file_195, sizeof file_195 - 1},
    {"Fixtures/scenarios/http/basic-five-wrong.yaml", file_196, sizeof file_196 - 1},
    {"Fixtures/scenarios/http/basic-given.yaml", file_197, sizeof file_197 - 1},
    {"Fixtures/scenarios/http/basic-insecure.yaml", file_198, sizeof file_198 - 1},
    {"Fixtures/scenarios/http/basic-wrong-then-right.yaml", file_199, sizeof file_199 - 1},
    {"Fixtures/scenarios/http/cancel.yaml", file_200, sizeof file_200 - 1},
    {"Fixtures/scenarios/http/digest-auth-and-auth-int.yaml", file_201, sizeof file_201 - 1},
    {"Fixtures/scenarios/http/digest-auth-int.yaml", file_202, sizeof file_202 - 1},
    {"Fixtures/scenarios/http/digest-before-basic.yaml", file_203, sizeof file_203 - 1},
    {"Fixtures/scenarios/http/digest-cold-start.yaml", file_204, sizeof file_204 - 1},
    {"Fixtures/scenarios/http/digest-map.yaml", file_205, sizeof file_205 - 1},
    {"Fixtures/scenarios/http/digest-md5.yaml", file_206, sizeof file_206 - 1},
    {"Fixtures/scenarios/http/digest-nextnonce.yaml", file_207, sizeof file_207 - 1},
    {"Fixtures/scenarios/http/digest-nonce-reuse.yaml", file_208, sizeof file_208 - 1},
    {"Fixtures/scenarios/http/digest-parallel.yaml", file_209, sizeof file_209 - 1},
    {"Fixtures/scenarios/http/digest-post.yaml", file_210, sizeof file_210 - 1},
    {"Fixtures/scenarios/http/digest-quoting.yaml", file_211, sizeof file_211 - 1},
    {"Fixtures/scenarios/http/digest-session.yaml", file_212, sizeof file_212 - 1},
    {"Fixtures/scenarios/http/digest-sha256.yaml", file_213, sizeof file_213 - 1},
    {"Fixtures/scenarios/http/digest-stale-for-ever.yaml", file_214, sizeof file_214 - 1},
    {"Fixtures/scenarios/http/digest-stale-later.yaml", file_215, sizeof file_215 - 1},
    {"Fixtures/scenarios/http/digest-stale.yaml", file_216, sizeof file_216 - 1},
    {"Fixtures/scenarios/http/digest-stronger-first.yaml", file_217, sizeof file_217 - 1},
    {"Fixtures/scenarios/http/digest-unknown-algorithm.yaml", file_218, sizeof file_218 - 1},
    {"Fixtures/scenarios/http/digest-weaker-first.yaml", file_219, sizeof file_219 - 1},
    {"Fixtures/scenarios/http/digest-without-qop.yaml", file_220, sizeof file_220 - 1},
    {"Fixtures/scenarios/http/digest-wrong-then-right.yaml", file_221, sizeof file_221 - 1},
    {"Fixtures/scenarios/http/negotiate-only.yaml", file_222, sizeof file_222 - 1},
    {"Fixtures/scenarios/http/no-handler.yaml", file_223, sizeof file_223 - 1},
    {"Fixtures/scenarios/http/password-changed.yaml", file_224, sizeof file_224 - 1},
    {"Fixtures/scenarios/http/redirect-scope.yaml", file_225, sizeof file_225 - 1},
    {"Fixtures/scenarios/http/reject-order.yaml", file_226, sizeof file_226 - 1},
    {"Fixtures/scenarios/http/reject.yaml", file_227, sizeof file_227 - 1},
    {"Fixtures/scenarios/http/two-realms.yaml", file_228, sizeof file_228 - 1},
    {"Fixtures/scenarios/http/web-tier-and-token.yaml", file_229, sizeof file_229 - 1},
    {"Fixtures/scenarios/http/web-tier-before-tokens.yaml", file_230, sizeof file_230 - 1},
    {"Fixtures/scenarios/http/without.yaml", file_231, sizeof file_231 - 1},
    {"Fixtures/scenarios/identity-providers/assertion-refused.yaml", file_232, sizeof file_232 - 1},
    {"Fixtures/scenarios/identity-providers/choice.yaml", file_233, sizeof file_233 - 1},
    {"Fixtures/scenarios/identity-providers/consent-denied.yaml", file_234, sizeof file_234 - 1},
    {"Fixtures/scenarios/identity-providers/launched.yaml", file_235, sizeof file_235 - 1},
    {"Fixtures/scenarios/identity-providers/openid.yaml", file_236, sizeof file_236 - 1},
    {"Fixtures/scenarios/identity-providers/other-browser.yaml", file_237, sizeof file_237 - 1},
    {"Fixtures/scenarios/identity-providers/password-changed.yaml", file_238, sizeof file_238 - 1},
    {"Fixtures/scenarios/identity-providers/provider-certificate.yaml", file_239, sizeof file_239 - 1},
    {"Fixtures/scenarios/identity-providers/provider-remembers.yaml", file_240, sizeof file_240 - 1},
    {"Fixtures/scenarios/identity-providers/provider-session-over.yaml", file_241, sizeof file_241 - 1},
    {"Fixtures/scenarios/identity-providers/saml-listener.yaml", file_242, sizeof file_242 - 1},
    {"Fixtures/scenarios/identity-providers/saml.yaml", file_243, sizeof file_243 - 1},
    {"Fixtures/scenarios/identity-providers/second-factor.yaml", file_244, sizeof file_244 - 1},
    {"Fixtures/scenarios/identity-providers/sign-out-openid.yaml", file_245, sizeof file_245 - 1},
    {"Fixtures/scenarios/identity-providers/sign-out-saml.yaml", file_246, sizeof file_246 - 1},
    {"Fixtures/scenarios/identity-proxy/every-host.yaml", file_247, sizeof file_247 - 1},
    {"Fixtures/scenarios/identity-proxy/first-that-fits.yaml", file_248, sizeof file_248 - 1},
    {"Fixtures/scenarios/identity-proxy/none-fits.yaml", file_249, sizeof file_249 - 1},
    {"Fixtures/scenarios/identity-proxy/renewed.yaml", file_250, sizeof file_250 - 1},
    {"Fixtures/scenarios/identity-proxy/signed-in.yaml", file_251, sizeof file_251 - 1},
    {"Fixtures/scenarios/identity-proxy/wildcard-not-itself.yaml", file_252, sizeof file_252 - 1},
    {"Fixtures/scenarios/identity-proxy/wildcards.yaml", file_253, sizeof file_253 - 1},
    {"Fixtures/scenarios/iwa/body.yaml", file_254, sizeof file_254 - 1},
    {"Fixtures/scenarios/iwa/bound.yaml", file_255, sizeof file_255 - 1},
    {"Fixtures/scenarios/iwa/cancelled.yaml", file_256, sizeof file_256 - 1},
    {"Fixtures/scenarios/iwa/clock-skew-portal.yaml", file_257, sizeof file_257 - 1},
    {"Fixtures/scenarios/iwa/clock-skew.yaml", file_258, sizeof file_258 - 1},
    {"Fixtures/scenarios/iwa/closed-between-legs.yaml", file_259, sizeof file_259 - 1},
    {"Fixtures/scenarios/iwa/delegation.yaml", file_260, sizeof file_260 - 1},
    {"Fixtures/scenarios/iwa/domain.yaml", file_261, sizeof file_261 - 1},
    {"Fixtures/scenarios/iwa/each-request.yaml", file_262, sizeof file_262 - 1},
    {"Fixtures/scenarios/iwa/expired-ticket.yaml", file_263, sizeof file_263 - 1},
    {"Fixtures/scenarios/iwa/host-not-named.yaml", file_264, sizeof file_264 - 1},
    {"Fixtures/scenarios/iwa/host-redirected-to.yaml", file_265, sizeof file_265 - 1},
    {"Fixtures/scenarios/iwa/junk-challenge.yaml", file_266, sizeof file_266 - 1},
    {"Fixtures/scenarios/iwa/kept.yaml", file_267, sizeof file_267 - 1},
    {"Fixtures/scenarios/iwa/no-ticket-to-ntlm.yaml", file_268, sizeof file_268 - 1},
    {"Fixtures/scenarios/iwa/no-ticket.yaml", file_269, sizeof file_269 - 1},
    {"Fixtures/scenarios/iwa/ntlm.yaml", file_270, sizeof file_270 - 1},
    {"Fixtures/scenarios/iwa/other-realm.yaml", file_271, sizeof file_271 - 1},
    {"Fixtures/scenarios/iwa/other-user.yaml", file_272, sizeof file_272 - 1},
    {"Fixtures/scenarios/iwa/plain-ticket.yaml", file_273, sizeof file_273 - 1},
    {"Fixtures/scenarios/iwa/plain.yaml", file_274, sizeof file_274 - 1},
    {"Fixtures/scenarios/iwa/redirected.yaml", file_275, sizeof file_275 - 1},
    {"Fixtures/scenarios/iwa/service-unknown.yaml", file_276, sizeof file_276 - 1},
    {"Fixtures/scenarios/iwa/service-without-key.yaml", file_277, sizeof file_277 - 1},
    {"Fixtures/scenarios/iwa/ticket-bound.yaml", file_278, sizeof file_278 - 1},
    {"Fixtures/scenarios/iwa/ticket-each-request.yaml", file_279, sizeof file_279 - 1},
    {"Fixtures/scenarios/iwa/ticket-kept.yaml", file_280, sizeof file_280 - 1},
    {"Fixtures/scenarios/iwa/ticket-tunnel.yaml", file_281, sizeof file_281 - 1},
    {"Fixtures/scenarios/iwa/ticket.yaml", file_282, sizeof file_282 - 1},
    {"Fixtures/scenarios/iwa/to-basic.yaml", file_283, sizeof file_283 - 1},
    {"Fixtures/scenarios/iwa/to-ntlm.yaml", file_284, sizeof file_284 - 1},
    {"Fixtures/scenarios/iwa/tokens-behind.yaml", file_285, sizeof file_285 - 1},
    {"Fixtures/scenarios/iwa/tunnel.yaml", file_286, sizeof file_286 - 1},
    {"Fixtures/scenarios/iwa/unproven.yaml", file_287, sizeof file_287 - 1},
    {"Fixtures/scenarios/iwa/without-version-2.yaml", file_288, sizeof file_288 - 1},
    {"Fixtures/scenarios/iwa/wrong-password.yaml", file_289, sizeof file_289 - 1},
    {"Fixtures/scenarios/leaks/deep-json.yaml", file_290, sizeof file_290 - 1},
    {"Fixtures/scenarios/leaks/descriptions.yaml", file_291, sizeof file_291 - 1},
    {"Fixtures/scenarios/leaks/endless-body.yaml", file_292, sizeof file_292 - 1},
    {"Fixtures/scenarios/leaks/header-injection-environment.yaml", file_293, sizeof file_293 - 1},
    {"Fixtures/scenarios/leaks/header-injection-token.yaml", file_294, sizeof file_294 - 1},
    {"Fixtures/scenarios/leaks/hostile-member.yaml", file_295, sizeof file_295 - 1},
    {"Fixtures/scenarios/leaks/hostile-owner.yaml", file_296, sizeof file_296 - 1},
    {"Fixtures/scenarios/leaks/layer-over-tls.yaml", file_297, sizeof file_297 - 1},
    {"Fixtures/scenarios/leaks/log-secrecy.yaml", file_298, sizeof file_298 - 1},
    {"Fixtures/scenarios/leaks/plain-only-password.yaml", file_299, sizeof file_299 - 1},
    {"Fixtures/scenarios/leaks/plain-only.yaml", file_300, sizeof file_300 - 1},
    {"Fixtures/scenarios/leaks/redirect-another-path.yaml", file_301, sizeof file_301 - 1},
    {"Fixtures/scenarios/leaks/redirect-cookies.yaml", file_302, sizeof file_302 - 1},
    {"Fixtures/scenarios/leaks/redirect-downgrade.yaml", file_303, sizeof file_303 - 1},
    {"Fixtures/scenarios/leaks/redirect-foreign-later.yaml", file_304, sizeof file_304 - 1},
    {"Fixtures/scenarios/leaks/redirect-foreign.yaml", file_305, sizeof file_305 - 1},
    {"Fixtures/scenarios/leaks/redirect-form-kept.yaml", file_306, sizeof file_306 - 1},
    {"Fixtures/scenarios/leaks/redirect-login-page.yaml", file_307, sizeof file_307 - 1},
    {"Fixtures/scenarios/leaks/redirect-loop.yaml", file_308, sizeof file_308 - 1},
    {"Fixtures/scenarios/leaks/redirect-other-port.yaml", file_309, sizeof file_309 - 1},
    {"Fixtures/scenarios/leaks/redirect-query-token.yaml", file_310, sizeof file_310 - 1},
    {"Fixtures/scenarios/leaks/redirect-relative.yaml", file_311, sizeof file_311 - 1},
    {"Fixtures/scenarios/leaks/redirect-see-other.yaml", file_312, sizeof file_312 - 1},
    {"Fixtures/scenarios/leaks/redirect-token-request.yaml", file_313, sizeof file_313 - 1},
    {"Fixtures/scenarios/leaks/redirect-unfit-target.yaml", file_314, sizeof file_314 - 1},
    {"Fixtures/scenarios/leaks/redirect-untrusted.yaml", file_315, sizeof file_315 - 1},
    {"Fixtures/scenarios/leaks/referer-hygiene.yaml", file_316, sizeof file_316 - 1},
    {"Fixtures/scenarios/leaks/upgrade-anonymous.yaml", file_317, sizeof file_317 - 1},
    {"Fixtures/scenarios/leaks/upgrade-credential.yaml", file_318, sizeof file_318 - 1},
    {"Fixtures/scenarios/leaks/upgrade-redirect.yaml", file_319, sizeof file_319 - 1},
    {"Fixtures/scenarios/lifecycle/asked-anew-after-clean-up.yaml", file_320, sizeof file_320 - 1},
    {"Fixtures/scenarios/lifecycle/authenticator-taken-away.yaml", file_321, sizeof file_321 - 1},
    {"Fixtures/scenarios/lifecycle/bare-after-sign-out.yaml", file_322, sizeof file_322 - 1},
    {"Fixtures/scenarios/lifecycle/cancel-load.yaml", file_323, sizeof file_323 - 1},
    {"Fixtures/scenarios/lifecycle/change-events.yaml", file_324, sizeof file_324 - 1},
    {"Fixtures/scenarios/lifecycle/cleared-without-revoking.yaml", file_325, sizeof file_325 - 1},
    {"Fixtures/scenarios/lifecycle/cookies-after-sign-out.yaml", file_326, sizeof file_326 - 1},
    {"Fixtures/scenarios/lifecycle/damaged-store.yaml", file_327, sizeof file_327 - 1},
    {"Fixtures/scenarios/lifecycle/everything-forgotten.yaml", file_328, sizeof file_328 - 1},
    {"Fixtures/scenarios/lifecycle/handlers-taken-away.yaml", file_329, sizeof file_329 - 1},
    {"Fixtures/scenarios/lifecycle/kept-over-a-restart.yaml", file_330, sizeof file_330 - 1},
    {"Fixtures/scenarios/lifecycle/load-after-failure.yaml", file_331, sizeof file_331 - 1},
    {"Fixtures/scenarios/lifecycle/load-when-loaded.yaml", file_332, sizeof file_332 - 1},
    {"Fixtures/scenarios/lifecycle/nothing-to-revoke.yaml", file_333, sizeof file_333 - 1},
    {"Fixtures/scenarios/lifecycle/password-kept.yaml", file_334, sizeof file_334 - 1},
    {"Fixtures/scenarios/lifecycle/question-withdrawn.yaml", file_335, sizeof file_335 - 1},
    {"Fixtures/scenarios/lifecycle/refreshed-after-restart.yaml", file_336, sizeof file_336 - 1},
    {"Fixtures/scenarios/lifecycle/remove-one.yaml", file_337, sizeof file_337 - 1},
    {"Fixtures/scenarios/lifecycle/retry-load.yaml", file_338, sizeof file_338 - 1},
    {"Fixtures/scenarios/lifecycle/second-store-fails.yaml", file_339, sizeof file_339 - 1},
    {"Fixtures/scenarios/lifecycle/statuses.yaml", file_340, sizeof file_340 - 1},
    {"Fixtures/scenarios/lifecycle/trust-after-sign-out.yaml", file_341, sizeof file_341 - 1},
    {"Fixtures/scenarios/lifecycle/unreachable-store.yaml", file_342, sizeof file_342 - 1},
    {"Fixtures/scenarios/lifecycle/wrong-key.yaml", file_343, sizeof file_343 - 1},
    {"Fixtures/scenarios/oauth/application-refused.yaml", file_344, sizeof file_344 - 1},
    {"Fixtures/scenarios/oauth/application.yaml", file_345, sizeof file_345 - 1},
    {"Fixtures/scenarios/oauth/asked-again.yaml", file_346, sizeof file_346 - 1},
    {"Fixtures/scenarios/oauth/code-refused.yaml", file_347, sizeof file_347 - 1},
    {"Fixtures/scenarios/oauth/code-with-proof.yaml", file_348, sizeof file_348 - 1},
    {"Fixtures/scenarios/oauth/denied.yaml", file_349, sizeof file_349 - 1},
    {"Fixtures/scenarios/oauth/error-in-answer.yaml", file_350, sizeof file_350 - 1},
    {"Fixtures/scenarios/oauth/error-page.yaml", file_351, sizeof file_351 - 1},
    {"Fixtures/scenarios/oauth/exchanged.yaml", file_352, sizeof file_352 - 1},
    {"Fixtures/scenarios/oauth/federated-server.yaml", file_353, sizeof file_353 - 1},
    {"Fixtures/scenarios/oauth/first-that-fits.yaml", file_354, sizeof file_354 - 1},
    {"Fixtures/scenarios/oauth/killed-after-rotation.yaml", file_355, sizeof file_355 - 1},
    {"Fixtures/scenarios/oauth/listener-given-up.yaml", file_356, sizeof file_356 - 1},
    {"Fixtures/scenarios/oauth/loopback.yaml", file_357, sizeof file_357 - 1},
    {"Fixtures/scenarios/oauth/no-plain-proof.yaml", file_358, sizeof file_358 - 1},
    {"Fixtures/scenarios/oauth/nobody-comes-back.yaml", file_359, sizeof file_359 - 1},
    {"Fixtures/scenarios/oauth/one-browser.yaml", file_360, sizeof file_360 - 1},
    {"Fixtures/scenarios/oauth/one-question-for-two-portals.yaml", file_361, sizeof file_361 - 1},
    {"Fixtures/scenarios/oauth/one-renewal.yaml", file_362, sizeof file_362 - 1},
    {"Fixtures/scenarios/oauth/other-portal.yaml", file_363, sizeof file_363 - 1},
    {"Fixtures/scenarios/oauth/other-user.yaml", file_364, sizeof file_364 - 1},
    {"Fixtures/scenarios/oauth/out-of-band.yaml", file_365, sizeof file_365 - 1},
    {"Fixtures/scenarios/oauth/page-fails.yaml", file_366, sizeof file_366 - 1},
    {"Fixtures/scenarios/oauth/page-left.yaml", file_367, sizeof file_367 - 1},
    {"Fixtures/scenarios/oauth/pasted.yaml", file_368, sizeof file_368 - 1},
    {"Fixtures/scenarios/oauth/proof-quality.yaml", file_369, sizeof file_369 - 1},
    {"Fixtures/scenarios/oauth/question-during-sign-in.yaml", file_370, sizeof file_370 - 1},
    {"Fixtures/scenarios/oauth/redirect-differs.yaml", file_371, sizeof file_371 - 1},
    {"Fixtures/scenarios/oauth/refresh-dead.yaml", file_372, sizeof file_372 - 1},
    {"Fixtures/scenarios/oauth/refreshed-ahead.yaml", file_373, sizeof file_373 - 1},
    {"Fixtures/scenarios/oauth/refreshed-on-refusal.yaml", file_374, sizeof file_374 - 1},
    {"Fixtures/scenarios/oauth/revocation-fails.yaml", file_375, sizeof file_375 - 1},
    {"Fixtures/scenarios/oauth/revoked-on-sign-out.yaml", file_376, sizeof file_376 - 1},
    {"Fixtures/scenarios/oauth/secrecy.yaml", file_377, sizeof file_377 - 1},
    {"Fixtures/scenarios/oauth/several-portals.yaml", file_378, sizeof file_378 - 1},
    {"Fixtures/scenarios/oauth/signed-in-beforehand.yaml", file_379, sizeof file_379 - 1},
    {"Fixtures/scenarios/oauth/state-altered.yaml", file_380, sizeof file_380 - 1},
    {"Fixtures/scenarios/oauth/state-missing.yaml", file_381, sizeof file_381 - 1},
    {"Fixtures/scenarios/oauth/told-of-tokens.yaml", file_382, sizeof file_382 - 1},
    {"Fixtures/scenarios/oauth/window-closed.yaml", file_383, sizeof file_383 - 1},
    {"Fixtures/scenarios/oauth/wrong-password-on-page.yaml", file_384, sizeof file_384 - 1},
    {"Fixtures/scenarios/pki/all-identities.yaml", file_385, sizeof file_385 - 1},
    {"Fixtures/scenarios/pki/cancel.yaml", file_386, sizeof file_386 - 1},
    {"Fixtures/scenarios/pki/candidates.yaml", file_387, sizeof file_387 - 1},
    {"Fixtures/scenarios/pki/certificate-and-token.yaml", file_388, sizeof file_388 - 1},
    {"Fixtures/scenarios/pki/challenge.yaml", file_389, sizeof file_389 - 1},
    {"Fixtures/scenarios/pki/expired-challenge.yaml", file_390, sizeof file_390 - 1},
    {"Fixtures/scenarios/pki/expired-over-http.yaml", file_391, sizeof file_391 - 1},
    {"Fixtures/scenarios/pki/expired-tls12.yaml", file_392, sizeof file_392 - 1},
    {"Fixtures/scenarios/pki/expired-tls13.yaml", file_393, sizeof file_393 - 1},
    {"Fixtures/scenarios/pki/expiry-warning.yaml", file_394, sizeof file_394 - 1},
    {"Fixtures/scenarios/pki/federated-server-asks.yaml", file_395, sizeof file_395 - 1},
    {"Fixtures/scenarios/pki/file-until-the-end.yaml", file_396, sizeof file_396 - 1},
    {"Fixtures/scenarios/pki/identity-given.yaml", file_397, sizeof file_397 - 1},
    {"Fixtures/scenarios/pki/identity-scope-unasked.yaml", file_398, sizeof file_398 - 1},
    {"Fixtures/scenarios/pki/identity-scope.yaml", file_399, sizeof file_399 - 1},
    {"Fixtures/scenarios/pki/import-damaged.yaml", file_400, sizeof file_400 - 1},
    {"Fixtures/scenarios/pki/import-empty-password.yaml", file_401, sizeof file_401 - 1},
    {"Fixtures/scenarios/pki/import-in-challenge.yaml", file_402, sizeof file_402 - 1},
    {"Fixtures/scenarios/pki/import-incomplete.yaml", file_403, sizeof file_403 - 1},
    {"Fixtures/scenarios/pki/import-old-encryption.yaml", file_404, sizeof file_404 - 1},
    {"Fixtures/scenarios/pki/import-replaces.yaml", file_405, sizeof file_405 - 1},
    {"Fixtures/scenarios/pki/import-through-authenticator.yaml", file_406, sizeof file_406 - 1},
    {"Fixtures/scenarios/pki/import-twice.yaml", file_407, sizeof file_407 - 1},
    {"Fixtures/scenarios/pki/import-unreadable.yaml", file_408, sizeof file_408 - 1},
    {"Fixtures/scenarios/pki/import-wrong-password.yaml", file_409, sizeof file_409 - 1},
    {"Fixtures/scenarios/pki/import.yaml", file_410, sizeof file_410 - 1},
    {"Fixtures/scenarios/pki/key-material.yaml", file_411, sizeof file_411 - 1},
    {"Fixtures/scenarios/pki/layer-of-a-federated-server.yaml", file_412, sizeof file_412 - 1},
    {"Fixtures/scenarios/pki/layer-of-a-map-wrong-then-right.yaml", file_413, sizeof file_413 - 1},
    {"Fixtures/scenarios/pki/layer-of-a-map.yaml", file_414, sizeof file_414 - 1},
    {"Fixtures/scenarios/pki/layer-without-issuers.yaml", file_415, sizeof file_415 - 1},
    {"Fixtures/scenarios/pki/layer-wrong-then-right.yaml", file_416, sizeof file_416 - 1},
    {"Fixtures/scenarios/pki/layer.yaml", file_417, sizeof file_417 - 1},
    {"Fixtures/scenarios/pki/none-fits.yaml", file_418, sizeof file_418 - 1},
    {"Fixtures/scenarios/pki/none-lost-refusal.yaml", file_419, sizeof file_419 - 1},
    {"Fixtures/scenarios/pki/none-over-http.yaml", file_420, sizeof file_420 - 1},
    {"Fixtures/scenarios/pki/none-tls12.yaml", file_421, sizeof file_421 - 1},
    {"Fixtures/scenarios/pki/none-tls13.yaml", file_422, sizeof file_422 - 1},
    {"Fixtures/scenarios/pki/none-without-issuers.yaml", file_423, sizeof file_423 - 1},
    {"Fixtures/scenarios/pki/optional-lost-once.yaml", file_424, sizeof file_424 - 1},
    {"Fixtures/scenarios/pki/optional-no-handler.yaml", file_425, sizeof file_425 - 1},
    {"Fixtures/scenarios/pki/optional.yaml", file_426, sizeof file_426 - 1},
    {"Fixtures/scenarios/pki/path-rule.yaml", file_427, sizeof file_427 - 1},
    {"Fixtures/scenarios/pki/query-task.yaml", file_428, sizeof file_428 - 1},
    {"Fixtures/scenarios/pki/redirect-asks.yaml", file_429, sizeof file_429 - 1},
    {"Fixtures/scenarios/pki/remembered-by-authenticator.yaml", file_430, sizeof file_430 - 1},
    {"Fixtures/scenarios/pki/remembered.yaml", file_431, sizeof file_431 - 1},
    {"Fixtures/scenarios/pki/removed.yaml", file_432, sizeof file_432 - 1},
    {"Fixtures/scenarios/pki/second-account.yaml", file_433, sizeof file_433 - 1},
    {"Fixtures/scenarios/pki/signed-in-by-certificate.yaml", file_434, sizeof file_434 - 1},
    {"Fixtures/scenarios/pki/unfit.yaml", file_435, sizeof file_435 - 1},
    {"Fixtures/scenarios/pki/unknown-authority-challenge.yaml", file_436, sizeof file_436 - 1},
    {"Fixtures/scenarios/pki/unknown-authority-over-http.yaml", file_437, sizeof file_437 - 1},
    {"Fixtures/scenarios/pki/unknown-authority.yaml", file_438, sizeof file_438 - 1},
    {"Fixtures/scenarios/pki/untrusted-server.yaml", file_439, sizeof file_439 - 1},
    {"Fixtures/scenarios/pki/wrong-then-right-challenge.yaml", file_440, sizeof file_440 - 1},
    {"Fixtures/scenarios/pki/wrong-then-right.yaml", file_441, sizeof file_441 - 1},
    {"Fixtures/scenarios/queries/centroids.yaml", file_442, sizeof file_442 - 1},
    {"Fixtures/scenarios/queries/having-unknown.yaml", file_443, sizeof file_443 - 1},
    {"Fixtures/scenarios/queries/having.yaml", file_444, sizeof file_444 - 1},
    {"Fixtures/scenarios/queries/multipoints.yaml", file_445, sizeof file_445 - 1},
    {"Fixtures/scenarios/queries/quantized-for-editing.yaml", file_446, sizeof file_446 - 1},
    {"Fixtures/scenarios/queries/quantized-for-view.yaml", file_447, sizeof file_447 - 1},
    {"Fixtures/scenarios/queries/related-counts.yaml", file_448, sizeof file_448 - 1},
    {"Fixtures/scenarios/queries/related-origin.yaml", file_449, sizeof file_449 - 1},
    {"Fixtures/scenarios/queries/related-pages.yaml", file_450, sizeof file_450 - 1},
    {"Fixtures/scenarios/queries/related-records.yaml", file_451, sizeof file_451 - 1},
    {"Fixtures/scenarios/queries/related-token-renewed.yaml", file_452, sizeof file_452 - 1},
    {"Fixtures/scenarios/queries/related-unknown.yaml", file_453, sizeof file_453 - 1},
    {"Fixtures/scenarios/queries/time-of-moments.yaml", file_454, sizeof file_454 - 1},
    {"Fixtures/scenarios/queries/time-of-spans.yaml", file_455, sizeof file_455 - 1},
    {"Fixtures/scenarios/queries/time-unaware.yaml", file_456, sizeof file_456 - 1},
    {"Fixtures/scenarios/queries/transform-unreadable.yaml", file_457, sizeof file_457 - 1},
    {"Fixtures/scenarios/tokens/cancel.yaml", file_458, sizeof file_458 - 1},
    {"Fixtures/scenarios/tokens/characters.yaml", file_459, sizeof file_459 - 1},
    {"Fixtures/scenarios/tokens/clamped-lifetime.yaml", file_460, sizeof file_460 - 1},
    {"Fixtures/scenarios/tokens/clock-skew.yaml", file_461, sizeof file_461 - 1},
    {"Fixtures/scenarios/tokens/consent-asked-of-the-user.yaml", file_462, sizeof file_462 - 1},
    {"Fixtures/scenarios/tokens/denied-anonymous.yaml", file_463, sizeof file_463 - 1},
    {"Fixtures/scenarios/tokens/denied-signed-in.yaml", file_464, sizeof file_464 - 1},
    {"Fixtures/scenarios/tokens/discovery-fallback.yaml", file_465, sizeof file_465 - 1},
    {"Fixtures/scenarios/tokens/discovery.yaml", file_466, sizeof file_466 - 1},
    {"Fixtures/scenarios/tokens/empty-fields.yaml", file_467, sizeof file_467 - 1},
    {"Fixtures/scenarios/tokens/envelope-shapes.yaml", file_468, sizeof file_468 - 1},
    {"Fixtures/scenarios/tokens/every-request.yaml", file_469, sizeof file_469 - 1},
    {"Fixtures/scenarios/tokens/expired-silent.yaml", file_470, sizeof file_470 - 1},
    {"Fixtures/scenarios/tokens/explicit-lifetime.yaml", file_471, sizeof file_471 - 1},
    {"Fixtures/scenarios/tokens/explicit-token-url.yaml", file_472, sizeof file_472 - 1},
    {"Fixtures/scenarios/tokens/five-wrong.yaml", file_473, sizeof file_473 - 1},
    {"Fixtures/scenarios/tokens/foreign-token-url-unasked.yaml", file_474, sizeof file_474 - 1},
    {"Fixtures/scenarios/tokens/foreign-token-url.yaml", file_475, sizeof file_475 - 1},
    {"Fixtures/scenarios/tokens/handler-throws.yaml", file_476, sizeof file_476 - 1},
    {"Fixtures/scenarios/tokens/hygiene.yaml", file_477, sizeof file_477 - 1},
    {"Fixtures/scenarios/tokens/image-page-instead.yaml", file_478, sizeof file_478 - 1},
    {"Fixtures/scenarios/tokens/image-token-refused.yaml", file_479, sizeof file_479 - 1},
    {"Fixtures/scenarios/tokens/insecure-token-url.yaml", file_480, sizeof file_480 - 1},
    {"Fixtures/scenarios/tokens/locked-out.yaml", file_481, sizeof file_481 - 1},
    {"Fixtures/scenarios/tokens/log-secrecy.yaml", file_482, sizeof file_482 - 1},
    {"Fixtures/scenarios/tokens/long-lived-referer.yaml", file_483, sizeof file_483 - 1},
    {"Fixtures/scenarios/tokens/no-expiry.yaml", file_484, sizeof file_484 - 1},
    {"Fixtures/scenarios/tokens/no-handler.yaml", file_485, sizeof file_485 - 1},
    {"Fixtures/scenarios/tokens/not-secured.yaml", file_486, sizeof file_486 - 1},
    {"Fixtures/scenarios/tokens/own-referer.yaml", file_487, sizeof file_487 - 1},
    {"Fixtures/scenarios/tokens/password-changed-challenge.yaml", file_488, sizeof file_488 - 1},
    {"Fixtures/scenarios/tokens/password-changed-legacy.yaml", file_489, sizeof file_489 - 1},
    {"Fixtures/scenarios/tokens/post-replayed.yaml", file_490, sizeof file_490 - 1},
    {"Fixtures/scenarios/tokens/preacquired-expired-challenge.yaml", file_491, sizeof file_491 - 1},
    {"Fixtures/scenarios/tokens/preacquired-expired.yaml", file_492, sizeof file_492 - 1},
    {"Fixtures/scenarios/tokens/preacquired.yaml", file_493, sizeof file_493 - 1},
    {"Fixtures/scenarios/tokens/referer-not-replayed.yaml", file_494, sizeof file_494 - 1},
    {"Fixtures/scenarios/tokens/renewal-useless-challenge.yaml", file_495, sizeof file_495 - 1},
    {"Fixtures/scenarios/tokens/renewal-useless.yaml", file_496, sizeof file_496 - 1},
    {"Fixtures/scenarios/tokens/renewed-ahead.yaml", file_497, sizeof file_497 - 1},
    {"Fixtures/scenarios/tokens/revoked-silent.yaml", file_498, sizeof file_498 - 1},
    {"Fixtures/scenarios/tokens/same-pair.yaml", file_499, sizeof file_499 - 1},
    {"Fixtures/scenarios/tokens/ssl-only.yaml", file_500, sizeof file_500 - 1},
    {"Fixtures/scenarios/tokens/stripped-header.yaml", file_501, sizeof file_501 - 1},
    {"Fixtures/scenarios/tokens/token-service-down-challenge.yaml", file_502, sizeof file_502 - 1},
    {"Fixtures/scenarios/tokens/token-service-down.yaml", file_503, sizeof file_503 - 1},
    {"Fixtures/scenarios/tokens/token-service-page.yaml", file_504, sizeof file_504 - 1},
    {"Fixtures/scenarios/tokens/type-token.yaml", file_505, sizeof file_505 - 1},
    {"Fixtures/scenarios/tokens/username-case.yaml", file_506, sizeof file_506 - 1},
    {"Fixtures/scenarios/tokens/verbatim-token-url.yaml", file_507, sizeof file_507 - 1},
    {"Fixtures/scenarios/tokens/without.yaml", file_508, sizeof file_508 - 1},
    {"Fixtures/scenarios/tokens/wrong-password-legacy.yaml", file_509, sizeof file_509 - 1},
    {"Fixtures/scenarios/tokens/wrong-referer.yaml", file_510, sizeof file_510 - 1},
    {"Fixtures/scenarios/tokens/wrong-then-right.yaml", file_511, sizeof file_511 - 1},
    {"Fixtures/scenarios/transport/bad-gateway.yaml", file_512, sizeof file_512 - 1},
    {"Fixtures/scenarios/transport/busy-for-ever.yaml", file_513, sizeof file_513 - 1},
    {"Fixtures/scenarios/transport/busy-with-retry-after.yaml", file_514, sizeof file_514 - 1},
    {"Fixtures/scenarios/transport/cancelled.yaml", file_515, sizeof file_515 - 1},
    {"Fixtures/scenarios/transport/clothes.yaml", file_516, sizeof file_516 - 1},
    {"Fixtures/scenarios/transport/connect-timeout.yaml", file_517, sizeof file_517 - 1},
    {"Fixtures/scenarios/transport/content-codings.yaml", file_518, sizeof file_518 - 1},
    {"Fixtures/scenarios/transport/drip.yaml", file_519, sizeof file_519 - 1},
    {"Fixtures/scenarios/transport/error-envelope.yaml", file_520, sizeof file_520 - 1},
    {"Fixtures/scenarios/transport/http-error-with-envelope.yaml", file_521, sizeof file_521 - 1},
    {"Fixtures/scenarios/transport/keep-alive-race-post.yaml", file_522, sizeof file_522 - 1},
    {"Fixtures/scenarios/transport/keep-alive-race.yaml", file_523, sizeof file_523 - 1},
    {"Fixtures/scenarios/transport/no-host.yaml", file_524, sizeof file_524 - 1},
    {"Fixtures/scenarios/transport/no-listener.yaml", file_525, sizeof file_525 - 1},
    {"Fixtures/scenarios/transport/not-a-document.yaml", file_526, sizeof file_526 - 1},
    {"Fixtures/scenarios/transport/offline-then-online.yaml", file_527, sizeof file_527 - 1},
    {"Fixtures/scenarios/transport/proxy-credentials.yaml", file_528, sizeof file_528 - 1},
    {"Fixtures/scenarios/transport/rate-limited.yaml", file_529, sizeof file_529 - 1},
    {"Fixtures/scenarios/transport/refused-before-token-request.yaml", file_530, sizeof file_530 - 1},
    {"Fixtures/scenarios/transport/reset-in-the-head.yaml", file_531, sizeof file_531 - 1},
    {"Fixtures/scenarios/transport/reset-then-answer.yaml", file_532, sizeof file_532 - 1},
    {"Fixtures/scenarios/transport/reset-token-request.yaml", file_533, sizeof file_533 - 1},
    {"Fixtures/scenarios/transport/stall.yaml", file_534, sizeof file_534 - 1},
    {"Fixtures/scenarios/transport/truncated.yaml", file_535, sizeof file_535 - 1},
    {"Fixtures/scenarios/trust/asked-behind-a-page.yaml", file_536, sizeof file_536 - 1},
    {"Fixtures/scenarios/trust/authority-added.yaml", file_537, sizeof file_537 - 1},
    {"Fixtures/scenarios/trust/certificate-changed.yaml", file_538, sizeof file_538 - 1},
    {"Fixtures/scenarios/trust/certificate-replaced.yaml", file_539, sizeof file_539 - 1},
    {"Fixtures/scenarios/trust/challenge-accept.yaml", file_540, sizeof file_540 - 1},
    {"Fixtures/scenarios/trust/challenge-cancel.yaml", file_541, sizeof file_541 - 1},
    {"Fixtures/scenarios/trust/challenge-default.yaml", file_542, sizeof file_542 - 1},
    {"Fixtures/scenarios/trust/common-name-only.yaml", file_543, sizeof file_543 - 1},
    {"Fixtures/scenarios/trust/expired-listed.yaml", file_544, sizeof file_544 - 1},
    {"Fixtures/scenarios/trust/expired.yaml", file_545, sizeof file_545 - 1},
    {"Fixtures/scenarios/trust/host-forms.yaml", file_546, sizeof file_546 - 1},
    {"Fixtures/scenarios/trust/host-letters.yaml", file_547, sizeof file_547 - 1},
    {"Fixtures/scenarios/trust/http-on-tls-port.yaml", file_548, sizeof file_548 - 1},
    {"Fixtures/scenarios/trust/ip-address-by-name.yaml", file_549, sizeof file_549 - 1},
    {"Fixtures/scenarios/trust/ip-address.yaml", file_550, sizeof file_550 - 1},
    {"Fixtures/scenarios/trust/layer-of-a-map.yaml", file_551, sizeof file_551 - 1},
    {"Fixtures/scenarios/trust/layer-resubmitted.yaml", file_552, sizeof file_552 - 1},
    {"Fixtures/scenarios/trust/missing-intermediate-challenge.yaml", file_553, sizeof file_553 - 1},
    {"Fixtures/scenarios/trust/missing-intermediate.yaml", file_554, sizeof file_554 - 1},
    {"Fixtures/scenarios/trust/no-silent-fallback.yaml", file_555, sizeof file_555 - 1},
    {"Fixtures/scenarios/trust/no-spreading-legacy.yaml", file_556, sizeof file_556 - 1},
    {"Fixtures/scenarios/trust/no-spreading.yaml", file_557, sizeof file_557 - 1},
    {"Fixtures/scenarios/trust/not-yet-valid.yaml", file_558, sizeof file_558 - 1},
    {"Fixtures/scenarios/trust/old-version.yaml", file_559, sizeof file_559 - 1},
    {"Fixtures/scenarios/trust/parallel.yaml", file_560, sizeof file_560 - 1},
    {"Fixtures/scenarios/trust/plain-on-tls-port.yaml", file_561, sizeof file_561 - 1},
    {"Fixtures/scenarios/trust/port-legacy.yaml", file_562, sizeof file_562 - 1},
    {"Fixtures/scenarios/trust/port.yaml", file_563, sizeof file_563 - 1},
    {"Fixtures/scenarios/trust/prompt-declined.yaml", file_564, sizeof file_564 - 1},
    {"Fixtures/scenarios/trust/prompted.yaml", file_565, sizeof file_565 - 1},
    {"Fixtures/scenarios/trust/redirect-untrusted.yaml", file_566, sizeof file_566 - 1},
    {"Fixtures/scenarios/trust/revoked-trust-legacy.yaml", file_567, sizeof file_567 - 1},
    {"Fixtures/scenarios/trust/revoked-trust.yaml", file_568, sizeof file_568 - 1},
    {"Fixtures/scenarios/trust/self-signed.yaml", file_569, sizeof file_569 - 1},
    {"Fixtures/scenarios/trust/several-defects-legacy.yaml", file_570, sizeof file_570 - 1},
    {"Fixtures/scenarios/trust/several-defects.yaml", file_571, sizeof file_571 - 1},
    {"Fixtures/scenarios/trust/tls-on-plain-port.yaml", file_572, sizeof file_572 - 1},
    {"Fixtures/scenarios/trust/token-host.yaml", file_573, sizeof file_573 - 1},
    {"Fixtures/scenarios/trust/trust-and-resubmit.yaml", file_574, sizeof file_574 - 1},
    {"Fixtures/scenarios/trust/trust-then-credential.yaml", file_575, sizeof file_575 - 1},
    {"Fixtures/scenarios/trust/trusted-at-launch.yaml", file_576, sizeof file_576 - 1},
    {"Fixtures/scenarios/trust/unknown-root-challenge.yaml", file_577, sizeof file_577 - 1},
    {"Fixtures/scenarios/trust/unknown-root.yaml", file_578, sizeof file_578 - 1},
    {"Fixtures/scenarios/trust/wrong-host-listed.yaml", file_579, sizeof file_579 - 1},
    {"Fixtures/scenarios/trust/wrong-host-tolerated.yaml", file_580, sizeof file_580 - 1},
    {"Fixtures/scenarios/trust/wrong-host.yaml", file_581, sizeof file_581 - 1},
    {"Fixtures/scenarios/trust/wrong-purpose.yaml", file_582, sizeof file_582 - 1},
    {"Fixtures/scenarios/webmaps/another-basemap-again.yaml", file_583, sizeof file_583 - 1},
    {"Fixtures/scenarios/webmaps/another-basemap-twice.yaml", file_584, sizeof file_584 - 1},
    {"Fixtures/scenarios/webmaps/another-basemap.yaml", file_585, sizeof file_585 - 1},
    {"Fixtures/scenarios/webmaps/another-owner-on-the-host.yaml", file_586, sizeof file_586 - 1},
    {"Fixtures/scenarios/webmaps/basemap-fails.yaml", file_587, sizeof file_587 - 1},
    {"Fixtures/scenarios/webmaps/basic-layer.yaml", file_588, sizeof file_588 - 1},
    {"Fixtures/scenarios/webmaps/bing-address.yaml", file_589, sizeof file_589 - 1},
    {"Fixtures/scenarios/webmaps/bing-without-key.yaml", file_590, sizeof file_590 - 1},
    {"Fixtures/scenarios/webmaps/bing.yaml", file_591, sizeof file_591 - 1},
    {"Fixtures/scenarios/webmaps/bookmarks.yaml", file_592, sizeof file_592 - 1},
    {"Fixtures/scenarios/webmaps/cancelled-under-way.yaml", file_593, sizeof file_593 - 1},
    {"Fixtures/scenarios/webmaps/cancelled.yaml", file_594, sizeof file_594 - 1},
    {"Fixtures/scenarios/webmaps/credential-of-one-layer.yaml", file_595, sizeof file_595 - 1},
    {"Fixtures/scenarios/webmaps/data-address.yaml", file_596, sizeof file_596 - 1},
    {"Fixtures/scenarios/webmaps/drawing.yaml", file_597, sizeof file_597 - 1},
    {"Fixtures/scenarios/webmaps/federated-denied.yaml", file_598, sizeof file_598 - 1},
    {"Fixtures/scenarios/webmaps/federated.yaml", file_599, sizeof file_599 - 1},
    {"Fixtures/scenarios/webmaps/hostile-layer.yaml", file_600, sizeof file_600 - 1},
    {"Fixtures/scenarios/webmaps/map-of-today.yaml", file_601, sizeof file_601 - 1},
    {"Fixtures/scenarios/webmaps/missing.yaml", file_602, sizeof file_602 - 1},
    {"Fixtures/scenarios/webmaps/no-content.yaml", file_603, sizeof file_603 - 1},
    {"Fixtures/scenarios/webmaps/no-map.yaml", file_604, sizeof file_604 - 1},
    {"Fixtures/scenarios/webmaps/not-a-map.yaml", file_605, sizeof file_605 - 1},
    {"Fixtures/scenarios/webmaps/of-an-item.yaml", file_606, sizeof file_606 - 1},
    {"Fixtures/scenarios/webmaps/one-exchange.yaml", file_607, sizeof file_607 - 1},
    {"Fixtures/scenarios/webmaps/opened-early.yaml", file_608, sizeof file_608 - 1},
    {"Fixtures/scenarios/webmaps/opened-twice.yaml", file_609, sizeof file_609 - 1},
    {"Fixtures/scenarios/webmaps/opened.yaml", file_610, sizeof file_610 - 1},
    {"Fixtures/scenarios/webmaps/other-content.yaml", file_611, sizeof file_611 - 1},
    {"Fixtures/scenarios/webmaps/plain-endpoint.yaml", file_612, sizeof file_612 - 1},
    {"Fixtures/scenarios/webmaps/plain-layer.yaml", file_613, sizeof file_613 - 1},
    {"Fixtures/scenarios/webmaps/popup-dates.yaml", file_614, sizeof file_614 - 1},
    {"Fixtures/scenarios/webmaps/popup-definitions.yaml", file_615, sizeof file_615 - 1},
    {"Fixtures/scenarios/webmaps/popup-description.yaml", file_616, sizeof file_616 - 1},
    {"Fixtures/scenarios/webmaps/popup-domains.yaml", file_617, sizeof file_617 - 1},
    {"Fixtures/scenarios/webmaps/popup-elements.yaml", file_618, sizeof file_618 - 1},
    {"Fixtures/scenarios/webmaps/popup-fields.yaml", file_619, sizeof file_619 - 1},
    {"Fixtures/scenarios/webmaps/popup-media.yaml", file_620, sizeof file_620 - 1},
    {"Fixtures/scenarios/webmaps/popup-numbers.yaml", file_621, sizeof file_621 - 1},
    {"Fixtures/scenarios/webmaps/popup-sublayer.yaml", file_622, sizeof file_622 - 1},
    {"Fixtures/scenarios/webmaps/popups-unopened.yaml", file_623, sizeof file_623 - 1},
    {"Fixtures/scenarios/webmaps/popups.yaml", file_624, sizeof file_624 - 1},
    {"Fixtures/scenarios/webmaps/private-anonymous.yaml", file_625, sizeof file_625 - 1},
    {"Fixtures/scenarios/webmaps/private.yaml", file_626, sizeof file_626 - 1},
    {"Fixtures/scenarios/webmaps/public.yaml", file_627, sizeof file_627 - 1},
    {"Fixtures/scenarios/webmaps/renderers-unknown.yaml", file_628, sizeof file_628 - 1},
    {"Fixtures/scenarios/webmaps/renderers.yaml", file_629, sizeof file_629 - 1},
    {"Fixtures/scenarios/webmaps/reset.yaml", file_630, sizeof file_630 - 1},
    {"Fixtures/scenarios/webmaps/secured-layer.yaml", file_631, sizeof file_631 - 1},
    {"Fixtures/scenarios/webmaps/sharing-endpoint.yaml", file_632, sizeof file_632 - 1},
    {"Fixtures/scenarios/webmaps/skipped.yaml", file_633, sizeof file_633 - 1},
    {"Fixtures/scenarios/webmaps/subscription.yaml", file_634, sizeof file_634 - 1},
    {"Fixtures/scenarios/webmaps/token-in-address.yaml", file_635, sizeof file_635 - 1},
    {"Fixtures/scenarios/webmaps/token-shown-nowhere.yaml", file_636, sizeof file_636 - 1},
    {"Fixtures/scenarios/webmaps/unheard.yaml", file_637, sizeof file_637 - 1},
    {"Fixtures/scenarios/webmaps/unsupported-layer.yaml", file_638, sizeof file_638 - 1},
    {"Fixtures/scenarios/webmaps/untrusted-layer.yaml", file_639, sizeof file_639 - 1},
    {"Fixtures/scenarios/webmaps/visibility.yaml", file_640, sizeof file_640 - 1},
    {"Fixtures/scenarios/webmaps/wrong-then-right.yaml", file_641, sizeof file_641 - 1},
    {"Fixtures/schemas/list.schema.json", file_642, sizeof file_642 - 1},
    {"Fixtures/schemas/preset.schema.json", file_643, sizeof file_643 - 1},
    {"Fixtures/schemas/profile.schema.json", file_644, sizeof file_644 - 1},
    {"Fixtures/schemas/report.schema.json", file_645, sizeof file_645 - 1},
    {"Fixtures/schemas/scenario.schema.json", file_646, sizeof file_646 - 1},
    {"Fixtures/schemas/world.schema.json", file_647, sizeof file_647 - 1},
    {"Fixtures/watch/page.css", file_648, sizeof file_648 - 1},
    {"Fixtures/watch/page.html", file_649, sizeof file_649 - 1},
    {"Fixtures/watch/page.js", file_650, sizeof file_650 - 1},
    {"Fixtures/world/accounts.json", file_651, sizeof file_651 - 1},
    {"Fixtures/world/files/festival.kml", file_652, sizeof file_652 - 1},
    {"Fixtures/world/files/groups/basemaps.png", file_653, sizeof file_653 - 1},
    {"Fixtures/world/files/items/thumbnail/aerial-2024.png", file_654, sizeof file_654 - 1},
    {"Fixtures/world/files/items/thumbnail/air-quality.png", file_655, sizeof file_655 - 1},
    {"Fixtures/world/files/items/thumbnail/annual-report.png", file_656, sizeof file_656 - 1},
    {"Fixtures/world/files/items/thumbnail/bicycle-lanes.png", file_657, sizeof file_657 - 1},
    {"Fixtures/world/files/items/thumbnail/bob-s-public-app.png", file_658, sizeof file_658 - 1},
    {"Fixtures/world/files/items/thumbnail/bus-lines.png", file_659, sizeof file_659 - 1},
    {"Fixtures/world/files/items/thumbnail/city-vector-basemap.png", file_660, sizeof file_660 - 1},
    {"Fixtures/world/files/items/thumbnail/crew-reports.png", file_661, sizeof file_661 - 1},
    {"Fixtures/world/files/items/thumbnail/draft-new-bridge.png", file_662, sizeof file_662 - 1},
    {"Fixtures/world/files/items/thumbnail/draft-tram.png", file_663, sizeof file_663 - 1},
    {"Fixtures/world/files/items/thumbnail/festival-route.png", file_664, sizeof file_664 - 1},
    {"Fixtures/world/files/items/thumbnail/fire-hydrants.png", file_665, sizeof file_665 - 1},
    {"Fixtures/world/files/items/thumbnail/flood-zones.png", file_666, sizeof file_666 - 1},
    {"Fixtures/world/files/items/thumbnail/gas-lines.png", file_667, sizeof file_667 - 1},
    {"Fixtures/world/files/items/thumbnail/harbour.png", file_668, sizeof file_668 - 1},
    {"Fixtures/world/files/items/thumbnail/land-use.png", file_669, sizeof file_669 - 1},
    {"Fixtures/world/files/items/thumbnail/markets.png", file_670, sizeof file_670 - 1},
    {"Fixtures/world/files/items/thumbnail/noise.png", file_671, sizeof file_671 - 1},
    {"Fixtures/world/files/items/thumbnail/parking.png", file_672, sizeof file_672 - 1},
    {"Fixtures/world/files/items/thumbnail/parks.png", file_673, sizeof file_673 - 1},
    {"Fixtures/world/files/items/thumbnail/pilot-map.png", file_674, sizeof file_674 - 1},
    {"Fixtures/world/files/items/thumbnail/play-grounds.png", file_675, sizeof file_675 - 1},
    {"Fixtures/world/files/items/thumbnail/power-lines.png", file_676, sizeof file_676 - 1},
    {"Fixtures/world/files/items/thumbnail/private-sketch.png", file_677, sizeof file_677 - 1},
    {"Fixtures/world/files/items/thumbnail/road-map.png", file_678, sizeof file_678 - 1},
    {"Fixtures/world/files/items/thumbnail/road-works.png", file_679, sizeof file_679 - 1},
    {"Fixtures/world/files/items/thumbnail/roads.png", file_680, sizeof file_680 - 1},
    {"Fixtures/world/files/items/thumbnail/schools.png", file_681, sizeof file_681 - 1},
    {"Fixtures/world/files/items/thumbnail/sewers.png", file_682, sizeof file_682 - 1},
    {"Fixtures/world/files/items/thumbnail/sketches.png", file_683, sizeof file_683 - 1},
    {"Fixtures/world/files/items/thumbnail/street-lights.png", file_684, sizeof file_684 - 1},
    {"Fixtures/world/files/items/thumbnail/street-trees.png", file_685, sizeof file_685 - 1},
    {"Fixtures/world/files/items/thumbnail/streets.png", file_686, sizeof file_686 - 1},
    {"Fixtures/world/files/items/thumbnail/traffic-map.png", file_687, sizeof file_687 - 1},
    {"Fixtures/world/files/items/thumbnail/traffic-today.png", file_688, sizeof file_688 - 1},
    {"Fixtures/world/files/items/thumbnail/traffic.png", file_689, sizeof file_689 - 1},
    {"Fixtures/world/files/items/thumbnail/tree-survey.png", file_690, sizeof file_690 - 1},
    {"Fixtures/world/files/items/thumbnail/utilities.png", file_691, sizeof file_691 - 1},
    {"Fixtures/world/files/items/thumbnail/water-mains.png", file_692, sizeof file_692 - 1},
    {"Fixtures/world/files/items/thumbnail/weather.png", file_693, sizeof file_693 - 1},
    {"Fixtures/world/files/items/thumbnail/zoning.png", file_694, sizeof file_694 - 1},
    {"Fixtures/world/files/portals/cItYGiS000000001/portal.png", file_695, sizeof file_695 - 1},
    {"Fixtures/world/files/portals/cItYGiS000000001/thumbnail.png", file_696, sizeof file_696 - 1},
    {"Fixtures/world/files/portals/general/portal.png", file_697, sizeof file_697 - 1},
    {"Fixtures/world/files/portals/hArB0uR000000002/thumbnail.png", file_698, sizeof file_698 - 1},
    {"Fixtures/world/files/services/Crew/reports.geojson", file_699, sizeof file_699 - 1},
    {"Fixtures/world/files/services/Hosted/Trees/trees.geojson", file_700, sizeof file_700 - 1},
    {"Fixtures/world/files/services/Hydrants/hydrants.geojson", file_701, sizeof file_701 - 1},
    {"Fixtures/world/files/services/Inspections/hydrants.geojson", file_702, sizeof file_702 - 1},
    {"Fixtures/world/files/services/Inspections/visits.geojson", file_703, sizeof file_703 - 1},
    {"Fixtures/world/files/services/Notices/notices.geojson", file_704, sizeof file_704 - 1},
    {"Fixtures/world/files/services/Parcels/parcels.geojson", file_705, sizeof file_705 - 1},
    {"Fixtures/world/files/services/Roads/roads.geojson", file_706, sizeof file_706 - 1},
    {"Fixtures/world/files/services/Surveys/closures.geojson", file_707, sizeof file_707 - 1},
    {"Fixtures/world/files/services/Surveys/plots.geojson", file_708, sizeof file_708 - 1},
    {"Fixtures/world/files/services/Surveys/visits.geojson", file_709, sizeof file_709 - 1},
    {"Fixtures/world/files/services/Traffic/0/1/1.png", file_710, sizeof file_710 - 1},
    {"Fixtures/world/files/services/Traffic/counts.geojson", file_711, sizeof file_711 - 1},
    {"Fixtures/world/files/services/Traffic/days.geojson", file_712, sizeof file_712 - 1},
    {"Fixtures/world/files/services/Transit/lines.geojson", file_713, sizeof file_713 - 1},
    {"Fixtures/world/files/trees.csv", file_714, sizeof file_714 - 1},
    {"Fixtures/world/files/users/alice/alice.png", file_715, sizeof file_715 - 1},
    {"Fixtures/world/files/users/carol/carol.png", file_716, sizeof file_716 - 1},
    {"Fixtures/world/files/users/dana/dana.png", file_717, sizeof file_717 - 1},
    {"Fixtures/world/files/users/erin@CITY/erin.png", file_718, sizeof file_718 - 1},
    {"Fixtures/world/files/users/harry/harry.png", file_719, sizeof file_719 - 1},
    {"Fixtures/world/groups.json", file_720, sizeof file_720 - 1},
    {"Fixtures/world/items.json", file_721, sizeof file_721 - 1},
    {"Fixtures/world/organizations.json", file_722, sizeof file_722 - 1},
    {"Fixtures/world/services/Aerial.json", file_723, sizeof file_723 - 1},
    {"Fixtures/world/services/Base.json", file_724, sizeof file_724 - 1},
    {"Fixtures/world/services/Crew.json", file_725, sizeof file_725 - 1},
    {"Fixtures/world/services/Hosted/Trees.json", file_726, sizeof file_726 - 1},
    {"Fixtures/world/services/Hydrants.json", file_727, sizeof file_727 - 1},
    {"Fixtures/world/services/Inspections.json", file_728, sizeof file_728 - 1},
    {"Fixtures/world/services/Notices.json", file_729, sizeof file_729 - 1},
    {"Fixtures/world/services/Parcels.json", file_730, sizeof file_730 - 1},
    {"Fixtures/world/services/Roads.json", file_731, sizeof file_731 - 1},
    {"Fixtures/world/services/Surveys.json", file_732, sizeof file_732 - 1},
    {"Fixtures/world/services/Traffic.json", file_733, sizeof file_733 - 1},
    {"Fixtures/world/services/Transit.json", file_734, sizeof file_734 - 1},
    {"Fixtures/world/services/World.json", file_735, sizeof file_735 - 1},
    {"Fixtures/world/users.json", file_736, sizeof file_736 - 1},
    {"certs/alice-3des.json", file_737, sizeof file_737 - 1},
    {"certs/alice-aes128.json", file_738, sizeof file_738 - 1},
    {"certs/alice-chain.json", file_739, sizeof file_739 - 1},
    {"certs/alice-empty-password.json", file_740, sizeof file_740 - 1},
    {"certs/alice-expired.json", file_741, sizeof file_741 - 1},
    {"certs/alice-key-only.json", file_742, sizeof file_742 - 1},
    {"certs/alice-no-key.json", file_743, sizeof file_743 - 1},
    {"certs/alice-no-mac.json", file_744, sizeof file_744 - 1},
    {"certs/alice-no-password.json", file_745, sizeof file_745 - 1},
    {"certs/alice-not-yet-valid.json", file_746, sizeof file_746 - 1},
    {"certs/alice-other-ca.json", file_747, sizeof file_747 - 1},
    {"certs/alice-rc2.json", file_748, sizeof file_748 - 1},
    {"certs/alice-rc4.json", file_749, sizeof file_749 - 1},
    {"certs/alice-renewed.json", file_750, sizeof file_750 - 1},
    {"certs/alice-self-signed.json", file_751, sizeof file_751 - 1},
    {"certs/alice-server-purpose.json", file_752, sizeof file_752 - 1},
    {"certs/alice.json", file_753, sizeof file_753 - 1},
    {"certs/bob.json", file_754, sizeof file_754 - 1},
    {"certs/ca.json", file_755, sizeof file_755 - 1},
    {"certs/carol.json", file_756, sizeof file_756 - 1},
    {"certs/chain.json", file_757, sizeof file_757 - 1},
    {"certs/client-ca.json", file_758, sizeof file_758 - 1},
    {"certs/client-intermediate.json", file_759, sizeof file_759 - 1},
    {"certs/client-purpose.json", file_760, sizeof file_760 - 1},
    {"certs/expired.json", file_761, sizeof file_761 - 1},
    {"certs/good.json", file_762, sizeof file_762 - 1},
    {"certs/intermediate.json", file_763, sizeof file_763 - 1},
    {"certs/ip-san.json", file_764, sizeof file_764 - 1},
    {"certs/missing-intermediate.json", file_765, sizeof file_765 - 1},
    {"certs/no-san.json", file_766, sizeof file_766 - 1},
    {"certs/not-yet-valid.json", file_767, sizeof file_767 - 1},
    {"certs/other-client-ca.json", file_768, sizeof file_768 - 1},
    {"certs/reversed-chain.json", file_769, sizeof file_769 - 1},
    {"certs/self-signed-idn.json", file_770, sizeof file_770 - 1},
    {"certs/self-signed-wrong-host.json", file_771, sizeof file_771 - 1},
    {"certs/self-signed.json", file_772, sizeof file_772 - 1},
    {"certs/untrusted-ca.json", file_773, sizeof file_773 - 1},
    {"certs/untrusted-root.json", file_774, sizeof file_774 - 1},
    {"certs/wrong-host.json", file_775, sizeof file_775 - 1},
    {"", (const unsigned char *)"", 0},
};

const cembedded_file *cembedded_files(void) { return files; }
size_t cembedded_file_count(void) { return sizeof files / sizeof files[0] - 1; }
