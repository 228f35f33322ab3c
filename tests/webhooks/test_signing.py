"""Signatures are those of Standard Webhooks."""

import base64

from drafts.webhooks.signing import SECRET_LENGTH, new_secret, signature_of


def test_a_signature_is_that_of_the_published_example():
    signature = signature_of(
        secret="whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
        name="msg_p5jXN8AQM9LWM0D4loKWxJek",
        timestamp=1614265330,
        body=b'{"test": 2432232314}',
    )
    assert signature == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="


def test_a_secret_is_new_each_time_and_of_the_length_that_is_asked_for():
    secrets = {new_secret() for _ in range(20)}
    assert len(secrets) == 20
    assert {len(secret) for secret in secrets} == {SECRET_LENGTH}
    assert {len(base64.b64decode(secret.removeprefix("whsec_"), validate=True)) for secret in secrets} == {32}
