from django.db import migrations, models


class Migration(migrations.Migration):
    """Cards of packs that their openers keep are dealt; nothing that is stored changes."""

    dependencies = [
        ('drafts', '0057_seat_link'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='pick',
            name='how_is_known',
        ),
        migrations.RemoveConstraint(
            model_name='tableevent',
            name='kind_of_act_is_known',
        ),
        migrations.AddConstraint(
            model_name='pick',
            constraint=models.CheckConstraint(condition=models.Q(('how', 'chosen'), ('how__in', ['chosen', 'time', 'last_card', 'bot', 'entered', 'dealt']), _connector='OR'), name='how_is_known'),
        ),
        migrations.AddConstraint(
            model_name='tableevent',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'choose'), ('kind__in', ['start', 'choose', 'time', 'last_card', 'bot', 'done', 'advance', 'begin', 'deal', 'review_over', 'pause', 'resume', 'extend', 'set_right', 'connected', 'disconnected', 'here', 'ready', 'call', 'take', 'verdict', 'undo', 'seat_bot', 'unseat_bot', 'remove', 'leave', 'take_in', 'new_link', 'join', 'all_drafted', 'stop', 'go_on', 'go_back', 'finish']), _connector='OR'), name='kind_of_act_is_known'),
        ),
    ]
